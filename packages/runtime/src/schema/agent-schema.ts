import { lazily } from '@hermes/safety'
import * as z from 'zod'
import { reasoningEffort } from './provider-schema.js'
import { disabledToolsetsSchema } from './toolsets-schema.js'

/** The section `agent`. */
export const agentSchema = lazily(() =>
  z
    .strictObject({
      max_turns: z.int().min(0).default(90).describe('Model calls per turn; 0 for no limit.'),
      run_budget_seconds: z.number().min(0).default(0).describe('Seconds per turn; 0 for no limit.'),
      max_tokens_per_turn: z.int().min(0).default(0).describe('Input and output tokens per turn; 0 for no limit.'),
      max_cost_per_turn: z
        .number()
        .min(0)
        .default(0)
        .describe('US dollars per turn, for calls with known prices; 0 for no limit.'),
      api_max_retries: z
        .int()
        .min(0)
        .max(10)
        .default(3)
        .describe('How often a model call is retried after a transient failure.'),
      api_silence_seconds: z
        .number()
        .min(0)
        .max(86_400)
        .default(600)
        .describe('Seconds that a provider may send nothing until the call ends with an error; 0 for no limit.'),
      api_silence_notice_seconds: z
        .number()
        .positive()
        .max(86_400)
        .default(30)
        .describe('Seconds that a provider may send nothing until a notice reports it.'),
      session_stall_timeout: z
        .number()
        .min(0)
        .max(86_400)
        .default(300)
        .describe('Seconds without progress after which a chat learns that its turn is still running; 0 for never.'),
      reconnect_attention_after: z
        .number()
        .min(0)
        .max(2_592_000)
        .default(7200)
        .describe(
          'Seconds without a connection to a chat network until it is shown as needing attention; 0 for never.',
        ),
      turn_liveness: z
        .strictObject({
          timeout_s: z
            .number()
            .min(0)
            .max(86_400)
            .default(600)
            .describe('Seconds without progress after which a turn in a chat is interrupted; 0 for no limit.'),
          tool_timeout_s: z.number().min(0).max(86_400).default(1800).describe('The same, while a tool is running.'),
        })
        .prefault({}),
      max_recoveries: z
        .int()
        .min(0)
        .default(3)
        .describe('How often the gateway continues the same turn after a crash that cut it off.'),
      restart_drain_timeout: z
        .number()
        .min(0)
        .max(3600)
        .default(4)
        .describe(
          'Seconds that running turns may go on when the gateway stops. The rest is continued at its next start.',
        ),
      budget_warnings: z.boolean().default(true).describe('Warn the model when most of its budget is used up.'),
      reasoning_effort: reasoningEffort()
        .optional()
        .describe('How much the model reasons. Default: the default of the provider.'),
      fast_auto_seconds: z
        .number()
        .positive()
        .max(3600)
        .default(60)
        .describe('For how many seconds of a turn `/fast auto` and `/fast cold` ask for faster answers.'),
      clarify_timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(3600)
        .describe('Seconds until the agent continues without an answer to its question.'),
      pass_session_id: z.boolean().default(false).describe('Tell the model the id of its session.'),
      system_prompt: z
        .string()
        .optional()
        .describe('Instructions that are added to the system prompt of each request. They are not stored in sessions.'),
      prefill_messages_file: z
        .string()
        .optional()
        .describe(
          'A JSON file with example messages that each request shows before the conversation. They are not stored in sessions.',
        ),
      disabled_toolsets: disabledToolsetsSchema(),
    })
    .prefault({}),
)
