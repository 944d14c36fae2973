import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** What the holder of a named API server key may do. */
export const apiScopes = ['chat', 'answer', 'sessions', 'jobs', 'metrics'] as const
export type ApiScope = (typeof apiScopes)[number]

const apiKeySchema = lazily(() =>
  z.strictObject({
    key: z
      .string()
      .min(1)
      .meta({ description: 'The bearer key. Better a reference to a variable of .env.', format: 'password' }),
    scopes: z
      .array(z.enum(apiScopes))
      .min(1)
      .default(['chat'])
      .describe(
        'chat: turns. answer: approvals and other questions of its own turns. sessions: its own sessions. jobs: all scheduled jobs. metrics: figures of the gateway.',
      ),
    requests_per_minute: z.int().min(1).optional().describe('More get status 429. Default: no limit.'),
    tokens_per_day: z
      .int()
      .min(1)
      .optional()
      .describe('Turns are refused with status 429 once this is spent. A day ends at 0:00 UTC. Default: no limit.'),
    usd_per_day: z
      .number()
      .positive()
      .optional()
      .describe('The same in US dollars. Calls of models without a known price count 0. Default: no limit.'),
  }),
)

export const apiKeysSchema = lazily(() =>
  z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,63}$/), apiKeySchema())
    .default({})
    .describe('More keys, by the name of their holder, each with its own sessions, rights and budgets.'),
)

export type ApiKeySettings = z.output<ReturnType<typeof apiKeySchema>>
