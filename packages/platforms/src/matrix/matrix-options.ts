import * as z from 'zod'

/** The settings of Matrix. */
export const matrixOptions = z.strictObject({
  homeserver: z
    .url({ protocol: /^https?$/ })
    .describe('The address of the homeserver, like https://matrix.example.org.'),
  access_token: z
    .string()
    .min(1)
    .meta({ description: 'The access token of the account of the agent. Better kept in .env.', format: 'password' }),
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

export type MatrixOptions = z.infer<typeof matrixOptions>
