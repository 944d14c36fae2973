import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { openForInspection } from '../../setup/open-for-inspection.js'
import { measurePrompt } from './measure-prompt.js'
import { promptSizeChart } from './prompt-size-chart.js'

/** `hermes prompt-size` */
export const promptSize: CommandHandler = async ({ io, values }) => {
  await using runtime = await openForInspection({ io, values })
  const size = await measurePrompt(runtime)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(size, undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, promptSizeChart(size, { style, ...widthOf(io.stdout) }))
  return exitCode.ok
}
