import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { pluginTable } from '../../render/tables/plugin-table.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { openForInspection } from '../../setup/open-for-inspection.js'

/** `hermes plugins list`: lists the features of a chat's agent. */
export const listPlugins: CommandHandler = async ({ io, values }) => {
  await using runtime = await openForInspection({ io, values }, { namesSessions: true })
  const features = runtime.describeFeatures()
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(features, undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, pluginTable(features, { style, ...widthOf(io.stdout) }))
  return exitCode.ok
}
