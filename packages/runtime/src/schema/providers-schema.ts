import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { modelFactsSchema } from './model-overrides-schema.js'
import { apiMode } from './provider-schema.js'

/** The section `providers`. */
export const providersSchema = lazily(() =>
  z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_-]{0,63}$/,
          'a name of lower-case letters, digits, "_" and "-" that begins with a letter',
        ),
      z.strictObject({
        base_url: z.url({ protocol: /^https?$/ }).describe('The address of the server, such as http://host:8000/v1.'),
        name: z.string().min(1).max(100).optional().describe('For display. Default: the name of the section.'),
        key_env: z.string().min(1).optional().describe('The variable with the key.'),
        api_key: z
          .string()
          .optional()
          .meta({ description: 'The key. Better kept in .env, or added to the stored keys.', format: 'password' }),
        api_mode: apiMode().optional().describe('The API of the server. Default: that of OpenAI chat completions.'),
        model: z.string().min(1).optional().describe('The model if none is chosen.'),
        context_length: z.int().min(1024).optional().describe('The context window of its models in tokens.'),
        models: z
          .record(z.string().min(1), modelFactsSchema())
          .default({})
          .describe(
            'Its models by id, each with what is known of it, as in model_overrides. Others can be chosen, too.',
          ),
      }),
    )
    .default({})
    .describe(
      'Your own servers by name, which `model.provider` and every other `provider` may give: each with `base_url` and, if needed, `key_env`, `api_mode`, `model`, `context_length` and `models`.',
    ),
)

export type ProvidersSettings = z.output<ReturnType<typeof providersSchema>>
