import * as z from 'zod'
import { outcome } from './outcome.js'
import { listOf, ofSession } from './values.js'

const completion = z.object({ text: z.string(), detail: z.string().exactOptional() })
const commandRow = z.object({
  name: z.string(),
  aliases: listOf(z.string()),
  usage: z.string().exactOptional(),
  description: z.string(),
  category: z.string(),
  whileRunning: z.enum(['at-once', 'after', 'refused']),
})

/** The methods of slash commands. */
export const commandMethods = {
  'commands.catalog': { params: ofSession, result: z.object({ commands: listOf(commandRow) }) },
  'command.resolve': {
    params: ofSession.extend({ line: z.string() }),
    result: z.object({
      type: z.enum(['command', 'unknown', 'refused', 'message']),
      command: commandRow.exactOptional(),
      args: z.string().exactOptional(),
      text: z.string().exactOptional(),
    }),
  },
  /** Runs a command, and answers when it has ended. */
  'command.dispatch': {
    params: ofSession.extend({ line: z.string() }),
    result: z.object({ submissionId: z.string(), outcome }),
  },
  'complete.slash': {
    params: ofSession.extend({ line: z.string().max(10_000) }),
    result: z.object({ start: z.number(), completions: listOf(completion) }),
  },
} as const
