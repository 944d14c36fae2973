import * as z from 'zod'
import { apiMode, providerReference, reasoningEffort } from './provider-schema.js'

/** Returns the settings of a side task: its model, and the time limit of each provider. */
export function taskFields(what: string, seconds: number) {
  return {
    provider: z
      .string()
      .default('auto')
      .describe(`The provider of the model that ${what}. \`auto\`: the provider of the conversation.`),
    model: z.string().default('').describe(`The model that ${what}. Empty: the default of the provider.`),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of an OpenAI-compatible server for it.'),
    api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
    key_env: z.string().optional().describe('The variable with its key.'),
    api_mode: apiMode().optional().describe('The API of its provider. Default: the one that it needs.'),
    timeout: z.number().positive().max(3600).default(seconds).describe('Time limit of each provider in seconds.'),
    reasoning_effort: reasoningEffort()
      .optional()
      .describe('How much it reasons. Default: the default of the provider.'),
    fallback_chain: z
      .array(providerReference())
      .default([])
      .describe('Fallbacks when its provider fails, in this order; the model of the conversation comes last.'),
  }
}
