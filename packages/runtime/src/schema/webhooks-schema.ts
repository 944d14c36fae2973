import * as z from 'zod'

/** How senders prove that an event is theirs. */
export const webhookSignatures = [
  'standard',
  'github',
  'gitlab',
  'slack',
  'stripe',
  'twilio',
  'bearer',
  'none',
] as const
export type WebhookSignature = (typeof webhookSignatures)[number]

const condition = z.strictObject({
  path: z.string().min(1).describe('Where in the event: `pull_request.base.ref`.'),
  exists: z.boolean().optional().describe('Whether it must be there.'),
  equals: z.json().optional(),
  not_equals: z.json().optional(),
  contains: z.string().optional().describe('A part of a text, or a member of a list.'),
  in: z.array(z.json()).optional(),
})

export const webhookRouteSchema = z.strictObject({
  secret: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Shared with the sender. Better a reference to a variable of .env.', format: 'password' }),
  signature: z
    .enum(webhookSignatures)
    .default('standard')
    .describe('How the sender signs. `none` works only while the gateway listens on this machine.'),
  events: z.array(z.string().min(1)).default([]).describe('Names of events that are answered. Default: all.'),
  filters: z.array(condition).default([]).describe('Conditions that must all hold.'),
  prompt: z
    .string()
    .min(1)
    .describe('The message to the agent: `Review {pull_request.html_url}`. `{__raw__}` is the whole event.'),
  toolsets: z
    .array(z.string().min(1))
    .default(['safe'])
    .describe('What the agent has. Events are written by strangers.'),
  model: z.string().min(1).optional().describe('By the name that its provider uses. Default: the configured model.'),
  conversation: z.enum(['fresh', 'same']).default('fresh').describe('`same`: all events continue one conversation.'),
  deliver: z
    .array(z.string().min(1))
    .min(1)
    .default(['local'])
    .describe('Where answers go: `local` (a file of the home), or a chat: `telegram:<chat>`.'),
  deliver_only: z.boolean().default(false).describe('The prompt itself is delivered, without an agent.'),
  coalesce: z
    .strictObject({
      key: z.string().min(1).describe('Events with the same key replace each other: `{issue.number}`.'),
      quiet_seconds: z.number().positive().default(30).describe('How long no other event must come.'),
      max_seconds: z.number().positive().default(300).describe('The longest wait.'),
    })
    .optional()
    .describe('Answer only the last one of a burst. Default: each event.'),
  requests_per_minute: z.int().min(1).default(30).describe('More get status 429.'),
})
export type WebhookRoute = z.output<typeof webhookRouteSchema>

/** Names of routes: the last part of their addresses. */
export const webhookName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/)

export const webhooksSchema = z
  .record(webhookName, webhookRouteSchema)
  .default({})
  .describe('Events of other services that the agent answers, at /webhooks/<name> of the gateway.')
