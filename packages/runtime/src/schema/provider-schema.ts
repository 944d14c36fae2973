import { lazily } from '@hermes/safety'
import * as z from 'zod'

export const apiMode = lazily(() =>
  z.enum(['chat_completions', 'codex_responses', 'anthropic_messages', 'bedrock_converse']),
)

export const reasoningEffort = lazily(() => z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']))

/** A fallback provider. */
export const providerReference = lazily(() =>
  z.strictObject({
    provider: z.string().min(1),
    model: z.string().optional(),
    base_url: z.url({ protocol: /^https?$/ }).optional(),
    key_env: z.string().optional(),
    api_mode: apiMode().optional(),
  }),
)

export type ProviderReference = z.output<ReturnType<typeof providerReference>>
