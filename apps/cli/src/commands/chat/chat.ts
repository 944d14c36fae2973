import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { asPlain, isPlainTerminal } from '../../chat/plain/plain-terminal.js'
import { writeLine } from '../../io.js'
import { UsageError } from '../../usage-error.js'

/** `hermes`, `hermes chat`, `hermes-agent`: a conversation in a terminal, or one answer. */
export const chat: CommandHandler = async (given) => {
  const { resume } = given.values
  const asked = given.values['query-file'] === undefined ? given : await withQueryFile(given)
  const context = resume?.startsWith('@')
    ? await (await import('../../import-sessions/foreign-session.js')).withForeignSession(asked, resume)
    : asked
  if (isInteractive(context)) return converse(await asPlain(context))
  const { runOneShot } = await import('../../one-shot/run-one-shot.js')
  return runOneShot(context)
}

async function converse(context: CommandContext): Promise<number> {
  if (context.values.attach === undefined) await (await import('../setup/offer-setup.js')).offerSetup(context)
  const isPlain = isPlainTerminal(context.io.env)
  if (isPlain && context.values.attach !== undefined)
    throw new UsageError('--attach needs a terminal that can move its cursor, and no screen-reader mode.')
  if (wantsFullScreen(context)) {
    if (!isPlain) return (await import('../../full-screen/run-full-screen.js')).runFullScreen(context)
    await writeLine(
      context.io.stdout,
      context.io.t`The full-screen interface is not available here. This is the chat in whole lines.`,
    )
  }
  const { runChat } = await import('../../chat/run-chat.js')
  return runChat(context)
}

function wantsFullScreen({ values: { cli, tui, attach }, io }: CommandContext): boolean {
  const isChosen = tui === true || attach !== undefined
  if (cli && isChosen) throw new UsageError('--cli and --tui exclude each other: use one of them.')
  return isChosen || (io.env.HERMES_TUI === '1' && !cli)
}

async function withQueryFile(context: CommandContext): Promise<CommandContext> {
  return { ...context, values: await (await import('../../setup/read-query-file.js')).readQueryFile(context) }
}

function isInteractive({ program, values, io }: CommandContext): boolean {
  const isOneShot = values.prompt !== undefined || values.oneshot || values.quiet || values.json
  return program === 'hermes' && !isOneShot && io.stdin.isTTY === true && io.stdout.isTTY === true
}
