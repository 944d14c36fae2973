import type { Command, CommandOutcome } from '@hermes/conversations/commands'

/** A command of the terminal itself: it needs nothing of the conversation. */
export interface TerminalCommand extends Command {
  run(args: string): Promise<Extract<CommandOutcome, { readonly type: 'text' | 'error' | 'choice' }>>
}
