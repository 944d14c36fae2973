import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { CommandContext, CommandTable } from './command.js'

/**
 * Finds and runs a line. Never throws: what the command throws is an `error` outcome, and so are an unknown name, a command
 * that this person may not run here, and an abort. A line that names no command comes back as a message to the agent.
 */
export async function runCommand(table: CommandTable, line: string, context: CommandContext): Promise<CommandOutcome> {
  const found = table.find(line, context.surface, context.person)
  switch (found.type) {
    case 'command':
      return found.command.run(found.args, context)
    case 'message':
      return { type: 'message', content: line }
    case 'unknown':
    case 'refused':
      return { type: 'error', text: found.text }
  }
}
