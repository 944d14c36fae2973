import type { ResultOf } from '@hermes/rpc/schemas'
import { english } from '@hermes/safety/language'

/** `/quit`, for a server without a command of that name because the person uses it remotely. */
export const leaveCommand: ResultOf<'commands.catalog'>['commands'][number] = {
  name: 'quit',
  aliases: ['exit'],
  description: english`leave`,
  category: 'session',
  whileRunning: 'at-once',
}

/** Whether a line is {@link leaveCommand}. */
export function isLeaveLine(line: string): boolean {
  return /^\/(?:quit|exit)$/.test(line.trim())
}
