import { configuredHooks } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openHome } from '../../setup/open-home.js'
import { hookLine } from './hook-line.js'
import { pluginHooks } from './plugin-hooks.js'

/** `hermes hooks list`: those of the settings, then those of plugins. */
export const listHooks: CommandHandler = async (context) => {
  const { io, values } = context
  const { paths, config } = await openHome(context)
  const own = configuredHooks(config.shell_hooks)
  const ofPlugins = await pluginHooks(paths.home, config)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify([...own, ...ofPlugins], undefined, 2))
    return exitCode.ok
  }
  for (const hook of own) await writeLine(io.stdout, hookLine(hook))
  for (const hook of ofPlugins) {
    const state = hook.isAllowed ? '' : '  (waits: hermes hooks allow)'
    await writeLine(io.stdout, `${hook.plugin}: ${hookLine(hook)}${state}`)
  }
  if (own.length + ofPlugins.length === 0)
    await writeLine(io.stderr, 'There are no hooks: see shell_hooks in the settings.')
  return exitCode.ok
}
