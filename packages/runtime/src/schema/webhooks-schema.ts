import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The ways in which senders prove that an event is theirs. */
export const webhookSignatures = [
  'standard',
  'github',
  'gitlab',
  'slack',
  'stripe',
  'twilio',
  'bearer',
  'generic-v2',
  'generic-v1',
  'none',
] as const
export type WebhookSignature = (typeof webhookSignatures)[number]

const filter = lazily(() =>
  z.strictObject({
    path: z.string().min(1).optional().describe('Where in the event: `pull_request.base.ref`.'),
    exists: z.boolean().optional().describe('Whether it must be there.'),
    missing: z.boolean().optional().describe('Whether it must not be there.'),
    equals: z.json().optional(),
    not_equals: z.json().optional(),
    contains: z.string().optional().describe('A part of a text, or a member of a list.'),
    in: z.array(z.json()).optional(),
    in_file: z.string().min(1).optional().describe('A file of the home with one value in each line.'),
    regex: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('A regular expression of RE2 that a part of the text matches.'),
    get all() {
      return z.array(filter()).min(1).optional().describe('Filters that must all hold.')
    },
    get any() {
      return z.array(filter()).min(1).optional().describe('Filters of which one must hold.')
    },
    get not() {
      return filter().optional().describe('A filter that must not hold.')
    },
  }),
)
/** Conditions on an event. All that are given must hold. */
export type WebhookFilter = z.output<ReturnType<typeof filter>>

export const webhookRouteSchema = lazily(() =>
  z.strictObject({
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
    filters: z.array(filter()).default([]).describe('Conditions that must all hold.'),
    prompt: z
      .string()
      .min(1)
      .default('{__raw__}')
      .describe('The message to the agent: `Review {pull_request.html_url}`. `{__raw__}` is the whole event.'),
    skills: z.array(z.string().min(1)).default([]).describe('Skills that the agent is given with the message.'),
    script: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A script of the home that reads the event as JSON, and writes what the prompt is filled with, or nothing.',
      ),
    cron_job: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A scheduled job, by id or name, that is run instead of answering. Its prompt and its script get the filled `prompt`. What it delivers is its own affair.',
      ),
    profile: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The profile whose agent answers, in a gateway that serves all profiles. Default: the one with this route.',
      ),
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
    deliver_extra: z
      .strictObject({
        chat_id: z.string().min(1).describe('The chat: `{chat.id}` is a value of the event.'),
        thread_id: z.string().min(1).optional(),
      })
      .optional()
      .describe('The chat of the targets that name only a network.'),
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
  }),
)
export type WebhookRoute = z.output<ReturnType<typeof webhookRouteSchema>>

/** The name of a route, which is the last part of its address. */
export const webhookName = lazily(() => z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/))

export const webhooksSchema = lazily(() =>
  z
    .record(webhookName(), webhookRouteSchema())
    .default({})
    .describe('Events of other services that the agent answers, at /webhooks/<name> of the gateway.'),
)
