import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { apiMode, providerReference } from '../provider-schema.js'

/** The section `delegation`: how tasks are delegated to sub-agents, and which models these use. */
export const delegationSchema = lazily(() =>
  z
    .strictObject({
      model: z.string().default('').describe('The model of sub-agents. Empty: the model of the conversation.'),
      provider: z.string().default('').describe('Its provider. Empty: the provider of the conversation.'),
      base_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of an OpenAI-compatible server for sub-agents.'),
      api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
      api_mode: apiMode().optional().describe('Its API. Default: the one that it needs.'),
      fallback_providers: z
        .array(providerReference())
        .default([])
        .describe(
          'Fallbacks when their own provider fails, in this order. The fallbacks of the conversation only apply to its own model.',
        ),
      max_concurrent_children: z
        .int()
        .min(1)
        .max(50)
        .default(3)
        .describe('Maximum number of concurrent sub-agents of one session, and of tasks in one call.'),
      max_spawn_depth: z
        .int()
        .min(1)
        .max(3)
        .default(1)
        .describe('Levels of sub-agents. 1: sub-agents cannot delegate.'),
      orchestrator_enabled: z
        .boolean()
        .default(true)
        .describe('Whether sub-agents may delegate parts of their task, within max_spawn_depth.'),
      max_iterations: z
        .int()
        .min(0)
        .default(50)
        .describe('Model calls of one sub-agent; 0 for no limit. They also count towards the turn that started it.'),
      child_timeout_seconds: z
        .number()
        .refine((seconds) => seconds === 0 || seconds >= 30, 'must be 0, or at least 30')
        .default(0)
        .describe(
          'Seconds without progress until a sub-agent is stopped, at least 30. 0: 450, and 1200 while a tool runs. Its total time is not limited.',
        ),
      default_toolsets: z
        .array(z.string())
        .optional()
        .describe('The toolsets of sub-agents, limited to those of the agent itself. Default: all of them.'),
    })
    .prefault({}),
)
