import * as z from 'zod'
import { apiMode, providerReference, reasoningEffort } from './provider-schema.js'

/** The settings of a side task: who does it, and how long each provider has for its answer. */
export function taskFields(what: string, seconds: number) {
  return {
    provider: z
      .string()
      .default('auto')
      .describe(`Who serves the model that ${what}. \`auto\`: the provider of the conversation.`),
    model: z.string().default('').describe(`The model that ${what}. Empty: the provider's usual one.`),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of an OpenAI-compatible server for it.'),
    api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
    key_env: z.string().optional().describe('The variable that holds its key.'),
    api_mode: apiMode.optional().describe('How its provider is spoken to. Default: as the provider needs.'),
    timeout: z.number().positive().max(3600).default(seconds).describe('Seconds that each provider has to answer.'),
    reasoning_effort: reasoningEffort.optional().describe('How much it thinks. Default: as the provider has it.'),
    fallback_chain: z
      .array(providerReference)
      .default([])
      .describe('Who answers when its provider cannot, in this order; the model of the conversation comes last.'),
  }
}
