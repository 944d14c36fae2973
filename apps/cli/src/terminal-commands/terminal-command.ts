import type { Command } from '@hermes/conversations/commands'

/** A command of the terminal itself: it needs nothing of the conversation. */
export interface TerminalCommand extends Command {
  run(args: string): Promise<{ readonly type: 'text' | 'error'; readonly text: string }>
}
