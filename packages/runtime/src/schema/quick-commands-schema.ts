import * as z from 'zod'

const common = {
  description: z.string().max(200).optional().describe('What /help says of it.'),
  replaces: z.boolean().optional().describe('Whether it takes the place of the built-in command with its name.'),
}

/** The section `quick_commands`. */
export const quickCommandsSchema = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'a name of lower-case letters, digits and "-"'),
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('exec'),
        command: z.string().min(1),
        timeout: z.number().positive().max(600).optional().describe('Seconds until it is ended. Default 30.'),
        ...common,
      }),
      z.strictObject({ type: z.literal('alias'), target: z.string().min(1), ...common }),
    ]),
  )
  .default({})
  .describe(
    'Commands of your own, by name: `type: exec` with `command` runs a command line where commands run and shows its output; `type: alias` with `target` stands for another line, such as `/model large` or a message.',
  )
