import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import type { OptionValues } from '../../arguments/options/options.js'
import { exitCode } from '../../exit-code.js'
import { withStore } from '../../setup/with-store.js'
import { chat } from '../chat/chat.js'
import { createBrowserSource } from './browse/browser-source.js'
import { type Browsed, runBrowser } from './browse/run-browser.js'
import { findSessions } from './find/session-filter.js'
import { listSessions } from './list.js'

/** `hermes sessions browse`: prints a plain list when there is no terminal. */
export const browseSessions: CommandHandler = async (context) => {
  const { io } = context
  if (!io.stdin.isTTY || !io.stdout.isTTY || io.env.TERM === 'dumb') return listSessions(context)
  const browsed = await browse(context)
  if (browsed === undefined) return listSessions(context)
  if (browsed.type === 'stopped') return browsed.code
  // The store is closed by now; the chat opens it again, like `hermes -r`.
  return browsed.type === 'resume'
    ? chat({ ...context, values: { ...globalsOf(context), resume: browsed.id } })
    : exitCode.ok
}

/** Resolves to `undefined` when there is nothing to show. */
function browse(context: CommandContext): Promise<Browsed | undefined> {
  const { workingDirectory } = context.io
  return withStore(context, async (store) => {
    const sessions = await findSessions(store, context)
    if (sessions.length === 0) return undefined
    return await runBrowser(context, await createBrowserSource({ store, sessions, workingDirectory, t: context.io.t }))
  })
}

/** Returns the options of this command line that apply to a chat. */
function globalsOf({ values }: CommandContext): OptionValues {
  const { profile, verbose } = values
  const isPlain = values['no-color']
  return {
    ...(profile !== undefined && { profile }),
    ...(verbose && { verbose }),
    ...(isPlain && { 'no-color': isPlain }),
  }
}
