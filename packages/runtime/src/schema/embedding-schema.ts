import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The side task `auxiliary.embedding`, which needs an embedding model. It is off unless one is set. */
export const embeddingSchema = lazily(() =>
  z
    .strictObject({
      provider: z
        .string()
        .default('auto')
        .describe('The provider of the embedding model. `auto`: the provider of the conversation.'),
      model: z
        .string()
        .default('')
        .describe('The embedding model for searching sessions by meaning. Empty: they are searched by words.'),
      base_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of its server, which must support `/v1/embeddings`.'),
      api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
      key_env: z.string().optional().describe('The variable with its key.'),
      dimensions: z
        .int()
        .min(8)
        .max(8192)
        .optional()
        .describe('The length of its vectors. Required for models that Hermes does not know.'),
      timeout: z.number().positive().max(3600).default(30).describe('Time limit of its provider in seconds.'),
    })
    .prefault({}),
)
