import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { apiMode } from './provider-schema.js'

/** A model and the server that provides it. */
export const modelRouteSchema = lazily(() =>
  z.strictObject({
    model: z.string().min(1).describe('The name that the provider has for it.'),
    provider: z
      .string()
      .min(1)
      .optional()
      .describe('Default: the provider of section model, or the server at base_url.'),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('The address of another server.'),
    api_mode: apiMode().optional().describe('The API of that server.'),
    context_length: z
      .int()
      .positive()
      .optional()
      .describe('The context window in tokens. Default: known or asked for.'),
  }),
)

export const modelRoutesSchema = lazily(() =>
  z
    .record(z.string().min(1).max(100), modelRouteSchema())
    .default({})
    .describe('More names that requests may give as model, each with the model that answers them.'),
)
