import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { apiMode } from './provider-schema.js'

/** The section `model`: the model of conversations, and how to reach it. */
export const modelSchema = lazily(() =>
  z
    .strictObject({
      default: z.string().default('').describe("The provider's name of the model. Empty: its first model."),
      provider: z
        .string()
        .default('auto')
        .describe(
          'The provider of the model. `auto`: the first provider with a key; `custom`: the server at base_url.',
        ),
      base_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of an OpenAI-compatible server.'),
      api_key: z
        .string()
        .optional()
        .meta({ description: "The provider's key. Better kept in .env.", format: 'password' }),
      api_mode: apiMode().optional().describe('The API of the provider. Default: the one that it needs.'),
      context_length: z
        .int()
        .min(1024)
        .optional()
        .describe('The context window of the model in tokens. Default: the known one.'),
      max_tokens: z
        .int()
        .min(1)
        .optional()
        .describe('The longest answer in tokens. Default: the limit of the provider.'),
      streaming: z.boolean().default(true).describe('Stream answers. Off for servers with broken streaming.'),
    })
    .prefault({}),
)
