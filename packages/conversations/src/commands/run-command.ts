import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { CommandContext, CommandTable } from './command.js'

/**
 * Finds and runs the command of a line. Never throws: a thrown error, an unknown name, a command that this person may not run here, and an
 * abort become `error` outcomes. A line without a command is returned as a message to the agent.
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
