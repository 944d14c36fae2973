import * as z from 'zod'

const usd = z.number().min(0).max(1_000_000)

/** What the user knows of models, by their ids. */
export const modelOverridesSchema = z
  .record(
    z.string().min(1),
    z.strictObject({
      provider: z.string().min(1).optional(),
      context_length: z.int().min(1024).optional(),
      max_output_tokens: z.int().min(1).optional(),
      price: z
        .strictObject({ input: usd, output: usd, cache_read: usd.optional(), cache_write: usd.optional() })
        .optional(),
    }),
  )
  .default({})
  .describe(
    'What you know better of a model, by its id: `context_length`, `max_output_tokens`, `price` (USD per million tokens: `input`, `output`, `cache_read`, `cache_write`); with `provider` only for that one.',
  )

export type ModelOverrideSettings = z.output<typeof modelOverridesSchema>
