import * as z from 'zod'
import { approvalsSchema, commandAllowlistSchema } from './approvals-schema.js'
import { auxiliarySchema } from './auxiliary-schema.js'
import { compressionSchema, contextSchema } from './compression-schema.js'
import { databaseSchema } from './database-schema.js'
import { environmentsSchemas } from './environments-schema.js'
import { checkpointsSchema } from './features/checkpoints.js'
import { codeExecutionSchema } from './features/code.js'
import { delegationSchema } from './features/delegation.js'
import { featureNames } from './features/feature-names.js'
import { filesSchemas } from './features/files.js'
import { terminalLimitSchemas, toolOutputSchema } from './features/terminal.js'
import { webSchema, webSecuritySchemas } from './features/web.js'
import { modelOverridesSchema } from './model-overrides-schema.js'
import { personalitiesSchema } from './personalities.js'
import { apiMode, providerReference, reasoningEffort } from './provider-schema.js'
import { quickCommandsSchema } from './quick-commands-schema.js'
import { sandboxSettings } from './sandbox-schema.js'
import { storeSchema } from './store-schema.js'
import { disabledToolsetsSchema, toolsetsSchemas } from './toolsets-schema.js'

/**
 * Every setting of `config.yaml`, with its default and its meaning: the one place that `config show`, the JSON Schema
 * for editors and the error messages take them from. Keys are written as in the file. `format: password` marks a secret.
 */
export const configSchema = z.strictObject({
  model: z
    .strictObject({
      default: z.string().default('').describe('The model, as the provider names it. Empty: the first one on offer.'),
      provider: z
        .string()
        .default('auto')
        .describe(
          'Who serves the model. `auto`: the first provider that has a key; `custom`: whatever is at base_url.',
        ),
      base_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe('Address of an OpenAI-compatible server.'),
      api_key: z
        .string()
        .optional()
        .meta({ description: "The provider's key. Better kept in .env.", format: 'password' }),
      api_mode: apiMode.optional().describe('How the provider is spoken to. Default: as the provider needs.'),
      context_length: z
        .int()
        .min(1024)
        .optional()
        .describe("The model's window in tokens. Default: what is known of it."),
      max_tokens: z
        .int()
        .min(1)
        .optional()
        .describe('The longest answer in tokens. Default: what the provider allows.'),
      streaming: z.boolean().default(true).describe('Receive answers in pieces. Off for servers that do it badly.'),
    })
    .prefault({}),
  fallback_providers: z
    .array(providerReference)
    .default([])
    .describe(
      'Who answers when the provider cannot, in this order: each with `provider`, and `model`, `base_url` and `key_env` (the variable that holds the key) where they are needed.',
    ),
  model_overrides: modelOverridesSchema,
  auxiliary: auxiliarySchema,
  delegation: delegationSchema,
  code_execution: codeExecutionSchema,
  credential_pool_strategies: z
    .record(z.string(), z.enum(['fill_first', 'round_robin', 'least_used', 'random']))
    .default({})
    .describe(
      'How a provider with several keys shares them out, by its name: `fill_first` (the default), `round_robin`, `least_used` or `random`.',
    ),
  agent: z
    .strictObject({
      max_turns: z.int().min(0).default(90).describe('Model calls per turn; 0 for no limit.'),
      run_budget_seconds: z.number().min(0).default(0).describe('Seconds per turn; 0 for no limit.'),
      max_tokens_per_turn: z.int().min(0).default(0).describe('Tokens per turn, read and written; 0 for no limit.'),
      max_cost_per_turn: z
        .number()
        .min(0)
        .default(0)
        .describe('US dollars per turn, as far as prices are known; 0 for no limit.'),
      api_max_retries: z
        .int()
        .min(0)
        .max(10)
        .default(3)
        .describe('How often a model call that failed for a passing reason is made again.'),
      budget_warnings: z.boolean().default(true).describe('Tell the model when most of its calls are used up.'),
      reasoning_effort: reasoningEffort
        .optional()
        .describe('How much the model thinks. Default: as the provider has it.'),
      clarify_timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(3600)
        .describe('Seconds until the agent goes on without an answer to its question.'),
      system_prompt: z.string().optional().describe('Instructions that join the system prompt of every session.'),
      disabled_toolsets: disabledToolsetsSchema,
    })
    .prefault({}),
  personalities: personalitiesSchema,
  tool_loop_guardrails: z
    .strictObject({
      warnings_enabled: z.boolean().default(true).describe('Tell the model when it goes round in circles.'),
      hard_stop_enabled: z.boolean().default(true).describe('End a turn that goes on in circles all the same.'),
      loop_caps: z
        .record(z.string(), z.int().min(0))
        .default({})
        .describe(
          'Calls per turn by tool; 0 for no limit. Default: what each tool declares, 50 for searches of the web and for delegation.',
        ),
    })
    .prefault({}),
  terminal: z
    .strictObject({
      ...environmentsSchemas,
      cwd: z
        .string()
        .min(1)
        .default('.')
        .describe(
          'The folder that commands start in. `.`: where Hermes was started; /workspace in a container; the home folder by ssh.',
        ),
      ...terminalLimitSchemas,
      env_passthrough: z
        .array(z.string())
        .default([])
        .describe('Variables that commands may see although they look like credentials.'),
      ...sandboxSettings,
    })
    .prefault({}),
  checkpoints: checkpointsSchema,
  approvals: approvalsSchema,
  command_allowlist: commandAllowlistSchema,
  security: z
    .strictObject({
      redact_secrets: z
        .boolean()
        .default(true)
        .describe(
          'Take secrets out of what tools give out, before the model, the store or the screen get it. Logs and recordings never hold any.',
        ),
      ...filesSchemas,
      ...webSecuritySchemas,
    })
    .prefault({}),
  ...toolsetsSchemas,
  disabled_features: z
    .array(z.enum(featureNames))
    .default([])
    .describe('Features that are switched off, with their tools: nothing of them is loaded.'),
  tool_output: toolOutputSchema,
  web: webSchema,
  prompt_caching: z
    .strictObject({
      cache_ttl: z
        .enum(['5m', '1h', 'off'])
        .default('5m')
        .describe('How long providers that ask for it (Anthropic, Bedrock) keep a prompt in their cache.'),
    })
    .prefault({}),
  compression: compressionSchema,
  context: contextSchema,
  display: z
    .strictObject({
      tool_progress: z.enum(['all', 'off']).default('all').describe('Show a line for each tool call.'),
      show_reasoning: z.boolean().default(false).describe('Show what the model thinks.'),
      busy_input_mode: z
        .enum(['queue', 'steer', 'interrupt'])
        .default('queue')
        .describe(
          'What happens to a message that comes while a turn runs: `queue` keeps it for the next turn, `steer` hands it to the model with its next tool results, `interrupt` ends the turn and begins a new one.',
        ),
    })
    .prefault({}),
  quick_commands: quickCommandsSchema,
  gateway: z
    .strictObject({
      api_server: z
        .strictObject({
          host: z.string().min(1).default('127.0.0.1').describe('The address that the API server listens on.'),
          port: z
            .int()
            .min(0)
            .max(65535)
            .default(8642)
            .describe('The port that the API server listens on; 0 for any free one.'),
          key: z.string().optional().meta({
            description: 'The bearer key that callers must send. Better kept in .env as API_SERVER_KEY.',
            format: 'password',
          }),
          model_name: z.string().min(1).default('hermes').describe('The name that /v1/models announces.'),
        })
        .prefault({}),
    })
    .prefault({}),
  store: storeSchema,
  database: databaseSchema,
  logging: z
    .strictObject({
      level: z
        .enum(['debug', 'info', 'warn', 'error'])
        .default('info')
        .describe('The least important entries that are written to the log.'),
    })
    .prefault({}),
  context_file_max_chars: z
    .int()
    .min(0)
    .default(20_000)
    .describe('Longest text taken over from the project file (AGENTS.md and the like); 0 leaves it out.'),
  transport: z
    .looseObject({ use: z.string().min(1) })
    .optional()
    .describe(
      'A package or file of the home folder that speaks to the provider instead: `use: <package>`, and its own options. `use: replay` with `file` plays a recording back.',
    ),
  environment: z
    .looseObject({ use: z.string().min(1) })
    .optional()
    .describe(
      'A package or file of the home folder that runs commands and keeps files instead of terminal.backend: `use: <package>`, and its own options.',
    ),
  plugins: z
    .array(z.looseObject({ use: z.string().min(1) }))
    .default([])
    .describe(
      'Packages or files of the home folder that add tools, hooks and commands: each `use: <package>`, and its own options.',
    ),
  recording: z
    .string()
    .optional()
    .describe('A file that model calls are recorded into, without secrets, for `transport: { use: replay }`.'),
})

/** The settings, complete: what is not set has its default. */
export type Config = z.output<typeof configSchema>

/** Settings as a file or a command line gives them: any part may be absent. */
export type ConfigInput = z.input<typeof configSchema>
