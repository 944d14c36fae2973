import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { toolTable } from '../../render/tables/tool-table.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { openForInspection } from '../../setup/open-for-inspection.js'

/** `hermes tools` */
export const listTools: CommandHandler = async ({ io, values }) => {
  await using runtime = await openForInspection({ io, values }, { isInspection: true })
  const tools = await runtime.describeTools()
  const problem = runtime.environmentProblem
  if (problem !== undefined) await tell(io, english`Commands and file tools cannot work: ${problem}`)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(tools, undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, toolTable(tools, { style, ...widthOf(io.stdout) }))
  return exitCode.ok
}
