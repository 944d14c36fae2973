import * as z from 'zod'
import { apiMode, providerReference } from '../provider-schema.js'

/** How tasks are handed on to other agents, and who answers for those. */
export const delegationSchema = z
  .strictObject({
    model: z.string().default('').describe('The model of sub-agents. Empty: that of the conversation.'),
    provider: z.string().default('').describe('Who serves it. Empty: the provider of the conversation.'),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of an OpenAI-compatible server for sub-agents.'),
    api_key: z.string().optional().meta({ description: 'Its key. Better kept in .env.', format: 'password' }),
    api_mode: apiMode.optional().describe('How it is spoken to. Default: as the provider needs.'),
    fallback_providers: z
      .array(providerReference)
      .default([])
      .describe(
        'Who answers when a provider of their own cannot, in this order. Those of the conversation count only for its own model.',
      ),
    max_concurrent_children: z
      .int()
      .min(1)
      .max(50)
      .default(3)
      .describe('Sub-agents of one session that work at the same time, and the tasks of one call.'),
    max_spawn_depth: z
      .int()
      .min(1)
      .max(3)
      .default(1)
      .describe('Levels of sub-agents. 1: a sub-agent has none of its own.'),
    orchestrator_enabled: z
      .boolean()
      .default(true)
      .describe('Whether a sub-agent may be told to hand parts of its task on, where max_spawn_depth leaves room.'),
    max_iterations: z
      .int()
      .min(0)
      .default(50)
      .describe('Model calls of one sub-agent; 0 for no limit. They count for the turn that started it, too.'),
    child_timeout_seconds: z
      .number()
      .refine((seconds) => seconds === 0 || seconds >= 30, 'must be 0, or at least 30')
      .default(0)
      .describe(
        'Seconds without progress until a sub-agent is stopped, at least 30. 0: 450, and 1200 while a tool runs. How long it works is not limited.',
      ),
    default_toolsets: z
      .array(z.string())
      .optional()
      .describe('The toolsets of sub-agents, as far as the agent itself has them. Default: all that it has.'),
  })
  .prefault({})
