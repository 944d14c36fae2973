import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The limits of commands; part of `terminal`. */
export const terminalLimitSchemas = lazily(() => ({
  timeout: z
    .number()
    .positive()
    .max(86_400)
    .default(180)
    .describe('Seconds without output until a command is moved to the background, unless the call says otherwise.'),
  max_wakes: z
    .int()
    .min(0)
    .max(1_000)
    .default(20)
    .describe(
      'How many turns in a row background commands may begin by themselves, when they end or print a watched line, until a person writes; 0: none, and the model reads of them with the next message.',
    ),
}))

/** The section `tool_output`. */
export const toolOutputSchema = lazily(() =>
  z
    .strictObject({
      max_chars: z
        .int()
        .min(1000)
        .default(50_000)
        .describe('Longest output of a command that the model sees; longer output is cut in the middle.'),
    })
    .prefault({}),
)
