import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { asPlain, isPlainTerminal } from '../../chat/plain/plain-terminal.js'
import { writeLine } from '../../io.js'
import type { displaySettings } from '../../setup/display-settings.js'
import { UsageError } from '../../usage-error.js'
import { wantsFullScreen } from './wants-full-screen.js'

/** `hermes`, `hermes chat`, `hermes-agent`: starts a conversation in a terminal, or prints one answer. */
export const chat: CommandHandler = async (given) => {
  const { resume } = given.values
  const asked = given.values['query-file'] === undefined ? given : await withQueryFile(given)
  const context = resume?.startsWith('@')
    ? await (await import('../../import-sessions/foreign-session.js')).withForeignSession(asked, resume)
    : asked
  if (isInteractive(context)) return converse(context)
  if (context.values.attach !== undefined)
    throw new UsageError(
      '--attach opens the full-screen interface: it needs a terminal, and no -z, --oneshot, -Q or --json.',
    )
  const { runOneShot } = await import('../../one-shot/run-one-shot.js')
  return runOneShot(context)
}

async function converse(given: CommandContext): Promise<number> {
  let settings: ReturnType<typeof displaySettings> | undefined
  const readSettings = async () => {
    const { displaySettings } = await import('../../setup/display-settings.js')
    settings ??= displaySettings(given)
    return settings
  }
  const context = await asPlain(given, readSettings)
  if (context.values.attach === undefined) await (await import('../setup/offer-setup.js')).offerSetup(context)
  const isPlain = isPlainTerminal(context.io.env)
  if (isPlain && context.values.attach !== undefined)
    throw new UsageError('--attach needs a terminal that can move its cursor, and no screen-reader mode.')
  if (await wantsFullScreen(context, readSettings)) {
    if (!isPlain) {
      const { runFullScreen } = await import('../../full-screen/run-full-screen.js')
      return runFullScreen(context, await readSettings())
    }
    await writeLine(
      context.io.stdout,
      context.io.t`The full-screen interface is not available here. This is the chat in whole lines.`,
    )
  }
  const { runChat } = await import('../../chat/run-chat.js')
  return runChat(context)
}

async function withQueryFile(context: CommandContext): Promise<CommandContext> {
  return { ...context, values: await (await import('../../setup/read-query-file.js')).readQueryFile(context) }
}

function isInteractive({ program, values, io }: CommandContext): boolean {
  const isOneShot = values.prompt !== undefined || values.oneshot || values.quiet || values.json
  return program === 'hermes' && !isOneShot && io.stdin.isTTY === true && io.stdout.isTTY === true
}
