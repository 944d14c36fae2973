import * as z from 'zod'
import { agentSchema } from './agent-schema.js'
import { approvalsSchema, commandAllowlistSchema } from './approvals-schema.js'
import { auxiliarySchema } from './auxiliary-schema.js'
import { compressionSchema, contextSchema } from './compression-schema.js'
import { databaseSchema } from './database-schema.js'
import { displaySchema } from './display-schema.js'
import { environmentsSchemas } from './environments-schema.js'
import { acpAgentsSchema } from './features/acp-agents.js'
import { checkpointsSchema } from './features/checkpoints.js'
import { codeExecutionSchema } from './features/code.js'
import { cronSchema } from './features/cron.js'
import { delegationSchema } from './features/delegation.js'
import { featureNames } from './features/feature-names.js'
import { filesSchemas } from './features/files.js'
import { installedPluginsSchema } from './features/installed-plugins.js'
import { mcpServersSchema, mcpServeSchema } from './features/mcp.js'
import { memorySchema } from './features/memory.js'
import { shellHooksSchema } from './features/shell-hooks.js'
import { skillsSchema } from './features/skills.js'
import { sttSchema, ttsSchema } from './features/speech.js'
import { terminalLimitSchemas, toolOutputSchema } from './features/terminal.js'
import { webSchema, webSecuritySchemas } from './features/web.js'
import { gatewaySchema } from './gateway-schema.js'
import { modelAliasesSchema } from './model-aliases-schema.js'
import { modelOverridesSchema } from './model-overrides-schema.js'
import { peopleSchema } from './people-schema.js'
import { personalitiesSchema } from './personalities.js'
import { platformsSchema } from './platforms-schema.js'
import { apiMode, providerReference } from './provider-schema.js'
import { quickCommandsSchema } from './quick-commands-schema.js'
import { sandboxSettings } from './sandbox-schema.js'
import { storeSchema } from './store-schema.js'
import { toolsetsSchemas } from './toolsets-schema.js'
import { webhooksSchema } from './webhooks-schema.js'

/**
 * All settings of `config.yaml` with defaults and descriptions: the single source of `config show`, the JSON Schema for editors and error
 * messages. Keys are written as in the file. `format: password` marks a secret.
 */
export const configSchema = z.strictObject({
  model: z
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
      api_mode: apiMode.optional().describe('The API of the provider. Default: the one that it needs.'),
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
  fallback_providers: z
    .array(providerReference)
    .default([])
    .describe(
      'Providers to use when the first one fails, in this order: each with `provider` and, if needed, `model`, `base_url` and `key_env` (the variable with the key).',
    ),
  model_overrides: modelOverridesSchema,
  auxiliary: auxiliarySchema,
  cron: cronSchema,
  delegation: delegationSchema,
  code_execution: codeExecutionSchema,
  credential_pool_strategies: z
    .record(z.string(), z.enum(['fill_first', 'round_robin', 'least_used', 'random']))
    .default({})
    .describe(
      'How to choose between several keys of a provider, by provider: `fill_first` (the default), `round_robin`, `least_used` or `random`.',
    ),
  model_aliases: modelAliasesSchema,
  agent: agentSchema,
  personalities: personalitiesSchema,
  tool_loop_guardrails: z
    .strictObject({
      warnings_enabled: z.boolean().default(true).describe('Warn the model when it repeats itself.'),
      hard_stop_enabled: z.boolean().default(true).describe('End a turn that keeps repeating itself.'),
      loop_caps: z
        .record(z.string(), z.int().min(0))
        .default({})
        .describe(
          'Calls per turn by tool; 0 for no limit. Default: the limit declared by the tool, 50 for web searches and delegation.',
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
          'The folder in which commands start. `.`: the folder where Hermes was started, /workspace in a container, the home folder with ssh.',
        ),
      ...terminalLimitSchemas,
      env_passthrough: z
        .array(z.string())
        .default([])
        .describe('Variables that are passed to commands although they look like credentials.'),
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
          'Redact secrets in tool results before they reach the model, the store or the screen. Logs and recordings are always redacted.',
        ),
      check_packages: z
        .boolean()
        .default(true)
        .describe(
          'Look up packages that MCP servers and ACP agents are started from (npx, uvx and the like) in the OpenSSF list of malicious packages, at api.osv.dev. Reported ones are not started.',
        ),
      ...filesSchemas,
      ...webSecuritySchemas,
    })
    .prefault({}),
  ...toolsetsSchemas,
  disabled_features: z
    .array(z.enum(featureNames))
    .default([])
    .describe('Features that are switched off, with their tools. They are not loaded.'),
  tool_output: toolOutputSchema,
  web: webSchema,
  stt: sttSchema,
  tts: ttsSchema,
  skills: skillsSchema,
  mcp_servers: mcpServersSchema,
  mcp_serve: mcpServeSchema,
  acp_agents: acpAgentsSchema,
  goals: z
    .strictObject({
      max_turns: z
        .int()
        .min(1)
        .max(1_000)
        .default(20)
        .describe('How many times the agent continues to work on a goal before a person must resume it.'),
    })
    .prefault({}),
  memory: memorySchema,
  prompt_caching: z
    .strictObject({
      cache_ttl: z
        .enum(['5m', '1h', 'off'])
        .default('5m')
        .describe('How long providers with a configurable prompt cache (Anthropic, Bedrock) keep a prompt.'),
    })
    .prefault({}),
  compression: compressionSchema,
  context: contextSchema,
  display: displaySchema,
  quick_commands: quickCommandsSchema,
  gateway: gatewaySchema,
  platforms: platformsSchema,
  people: peopleSchema,
  privacy: z
    .strictObject({
      redact_pii: z
        .boolean()
        .default(false)
        .describe(
          'Show the model hashes in place of the ids, addresses and phone numbers of people and chats, on networks where it does not need them.',
        ),
    })
    .prefault({}),
  webhooks: webhooksSchema,
  store: storeSchema,
  database: databaseSchema,
  logging: z
    .strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('The lowest level that is logged.'),
    })
    .prefault({}),
  context_file_max_chars: z
    .int()
    .min(0)
    .default(20_000)
    .describe('Longest text taken from the project file (AGENTS.md and the like); 0 ignores the file.'),
  platform_hints: z
    .record(
      z.string(),
      z.strictObject({
        replace: z.string().max(2_000).optional().describe('Instead of the own hint. Empty: none.'),
        append: z.string().max(2_000).optional().describe('After the own hint.'),
      }),
    )
    .default({})
    .describe('What the system prompt says of a surface, by its name: `telegram: { append: "Answer in Dutch." }`.'),
  transport: z
    .looseObject({ use: z.string().min(1) })
    .optional()
    .describe(
      'A package or file of the home folder that replaces the transport: `use: <package>`, and its own options. `use: replay` with `file` replays a recording.',
    ),
  environment: z
    .looseObject({ use: z.string().min(1) })
    .optional()
    .describe(
      'A package or file of the home folder that replaces terminal.backend as the environment of commands and files: `use: <package>`, and its own options.',
    ),
  plugins: z
    .array(z.looseObject({ use: z.string().min(1) }))
    .default([])
    .describe(
      'Packages or files of the home folder that add tools, hooks and commands: each `use: <package>`, and its own options.',
    ),
  installed_plugins: installedPluginsSchema,
  shell_hooks: shellHooksSchema,
  hook_folders: z
    .record(z.string(), z.string())
    .default({})
    .describe('Folders below `hooks` of the home whose hooks run, with the hash of the files that were agreed to.'),
  recording: z
    .string()
    .optional()
    .describe('A file to which model calls are recorded, without secrets, for `transport: { use: replay }`.'),
})

/** The complete settings, with defaults applied. */
export type Config = z.output<typeof configSchema>

/** Settings from a file or a command line. All parts are optional. */
export type ConfigInput = z.input<typeof configSchema>
