import * as z from 'zod'

/** The side task that no model of conversations can do: off without a model of its own. */
export const embeddingSchema = z
  .strictObject({
    provider: z
      .string()
      .default('auto')
      .describe('Who serves the model that tells what messages mean. `auto`: the provider of the conversation.'),
    model: z
      .string()
      .default('')
      .describe('The model of vectors with which sessions are searched by meaning. Empty: they are searched by words.'),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of a server for it that speaks `/v1/embeddings`.'),
    api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
    key_env: z.string().optional().describe('The variable that holds its key.'),
    dimensions: z
      .int()
      .min(8)
      .max(8192)
      .optional()
      .describe('Numbers of each vector. Needed for models that Hermes does not know.'),
    timeout: z.number().positive().max(3600).default(30).describe('Seconds that its provider has to answer.'),
  })
  .prefault({})
