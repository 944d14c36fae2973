import type { Command, CommandOutcome, Completion } from '@hermes/conversations/commands'

/** A command of the terminal itself, which does not need the conversation. */
export interface TerminalCommand extends Omit<Command, 'complete'> {
  complete?(prefix: string): Promise<readonly Completion[]>
  run(args: string): Promise<Extract<CommandOutcome, { readonly type: 'text' | 'error' | 'choice' }>>
}
