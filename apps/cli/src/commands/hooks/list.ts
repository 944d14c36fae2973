import { configuredHooks } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openHome } from '../../setup/open-home.js'
import { hookLine } from './hook-line.js'

/** `hermes hooks list` */
export const listHooks: CommandHandler = async (context) => {
  const { io, values } = context
  const hooks = configuredHooks((await openHome(context)).config.shell_hooks)
  if (values.json) await writeLine(io.stdout, JSON.stringify(hooks, undefined, 2))
  else if (hooks.length === 0) await writeLine(io.stderr, 'There are no hooks: see shell_hooks in the settings.')
  else for (const hook of hooks) await writeLine(io.stdout, hookLine(hook))
  return exitCode.ok
}
