import * as z from 'zod'

/** The settings of Matrix. */
export const matrixOptions = z
  .strictObject({
    homeserver: z
      .url({ protocol: /^https?$/ })
      .describe('The address of the homeserver, like https://matrix.example.org.'),
    access_token: z.string().min(1).meta({
      description: 'The access token of the account of the agent. Better kept in .env.',
      format: 'password',
      source:
        'Create an account for the agent and log in once. In Element the token is in All settings, Help & About, Access Token; close Element then without logging out.',
    }),
    join: z
      .enum(['invited', 'never'])
      .default('invited')
      .describe('Join rooms that the agent is invited to, or only answer in rooms that its account is in.'),
    encryption: z
      .enum(['off', 'all_devices', 'signed_devices'])
      .default('off')
      .describe('Take part in encrypted rooms, and which devices of its people can read the agent.'),
    max_age_hours: z
      .number()
      .min(0)
      .default(24)
      .describe('How far back messages are answered from before the first start.'),
    sync_seconds: z.int().min(1).max(60).default(30).describe('How long one request waits for messages.'),
  })
  .meta({
    title: 'Matrix',
    personIds: 'People have ids such as @ada:example.org; clients show them in the profile.',
    chatIds: 'Rooms have ids such as !abc:example.org; clients show them in the advanced settings of the room.',
    personPattern: String.raw`^@[^:\s]+:\S+$`,
    chatPattern: String.raw`^[!#]\S+$`,
  })

export type MatrixOptions = z.infer<typeof matrixOptions>
