import { readHookFolders } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openUsableHome } from '../../setup/open-home.js'
import { allHooks, type KnownHook } from './all-hooks.js'
import { hookLine } from './hook-line.js'

/** `hermes hooks list`: lists the hooks of the settings, of hook folders, and of plugins. */
export const listHooks: CommandHandler = async (context) => {
  const { io, values } = context
  const { paths, config } = await openUsableHome(context)
  const hooks = await allHooks(paths.home, config)
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(hooks, undefined, 2))
    return exitCode.ok
  }
  for (const hook of hooks) await writeLine(io.stdout, describe(hook, io.t))
  const { problems } = await readHookFolders(paths.home)
  for (const { name, problem } of problems)
    await writeLine(io.stderr, safeText(io.t`The hook folder ${name} is not used: ${io.t.of(problem)}`))
  if (hooks.length === 0) await writeLine(io.stderr, io.t`There are no hooks: see shell_hooks in the settings.`)
  return exitCode.ok
}

function describe(hook: KnownHook, t: Translate): string {
  const owner = 'plugin' in hook ? hook.plugin : hook.folder
  const line = owner === undefined ? hookLine(hook) : `${owner}: ${hookLine(hook)}`
  return hook.isAllowed ? line : `${line}  ${t`(waits: hermes hooks allow ${owner ?? ''})`}`
}
