import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'

/** `hermes`, `hermes chat`, `hermes-agent`: a conversation in a terminal, or one answer. */
export const chat: CommandHandler = async (given) => {
  const { resume } = given.values
  const context = resume?.startsWith('@')
    ? await (await import('../../import-sessions/foreign-session.js')).withForeignSession(given, resume)
    : given
  if (isInteractive(context)) {
    if (context.values.attach === undefined) await (await import('../setup/offer-setup.js')).offerSetup(context)
    if (context.values.tui || context.values.attach !== undefined || context.io.env.HERMES_TUI === '1') {
      return (await import('../../full-screen/run-full-screen.js')).runFullScreen(context)
    }
    const { runChat } = await import('../../chat/run-chat.js')
    return runChat(context)
  }
  const { runOneShot } = await import('../../one-shot/run-one-shot.js')
  return runOneShot(context)
}

function isInteractive({ program, values, io }: CommandContext): boolean {
  const isOneShot = values.prompt !== undefined || values.oneshot || values.quiet || values.json
  return program === 'hermes' && !isOneShot && io.stdin.isTTY === true && io.stdout.isTTY === true
}
