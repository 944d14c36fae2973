import { lazily } from '@hermes/safety'
import * as z from 'zod'

const usd = lazily(() => z.number().min(0).max(1_000_000))

/** What the user knows about a model. */
export const modelFactsSchema = lazily(() =>
  z.strictObject({
    context_length: z.int().min(1024).optional(),
    max_output_tokens: z.int().min(1).optional(),
    price: z
      .strictObject({ input: usd(), output: usd(), cache_read: usd().optional(), cache_write: usd().optional() })
      .optional(),
  }),
)

/** The section `model_overrides`: the user's corrections of model data, by model id. */
export const modelOverridesSchema = lazily(() =>
  z
    .record(z.string().min(1), modelFactsSchema().extend({ provider: z.string().min(1).optional() }))
    .default({})
    .describe(
      'Corrections of model data, by model id: `context_length`, `max_output_tokens`, `price` (USD per million tokens: `input`, `output`, `cache_read`, `cache_write`); with `provider` for that provider only.',
    ),
)

export type ModelOverrideSettings = z.output<ReturnType<typeof modelOverridesSchema>>
