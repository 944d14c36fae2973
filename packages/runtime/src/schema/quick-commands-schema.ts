import { lazily } from '@hermes/safety'
import * as z from 'zod'

const common = lazily(() => ({
  description: z.string().max(200).optional().describe('The description in /help.'),
  replaces: z.boolean().optional().describe('Whether it replaces the built-in command of the same name.'),
}))

/** The section `quick_commands`. */
export const quickCommandsSchema = lazily(() =>
  z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of lower-case letters, digits and "-"'),
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('exec'),
          command: z.string().min(1),
          timeout: z.number().positive().max(600).optional().describe('Time limit in seconds. Default 30.'),
          ...common(),
        }),
        z.strictObject({ type: z.literal('alias'), target: z.string().min(1), ...common() }),
      ]),
    )
    .default({})
    .describe(
      'Commands of your own, by name: `type: exec` with `command` runs a command line in the environment of commands and shows its output; `type: alias` with `target` is replaced by another line, such as `/model large` or a message.',
    ),
)
