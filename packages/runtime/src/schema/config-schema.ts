import * as z from 'zod'
import { agentSchema } from './agent-schema.js'
import { approvalsSchema, commandAllowlistSchema } from './approvals-schema.js'
import { auxiliarySchema } from './auxiliary-schema.js'
import { compressionSchema, contextSchema } from './compression-schema.js'
import { databaseSchema } from './database-schema.js'
import { displaySchema } from './display-schema.js'
import { acpAgentsSchema } from './features/acp-agents.js'
import { checkpointsSchema } from './features/checkpoints.js'
import { codeExecutionSchema } from './features/code.js'
import { cronSchema } from './features/cron.js'
import { delegationSchema } from './features/delegation.js'
import { featureNames } from './features/feature-names.js'
import { installedPluginsSchema } from './features/installed-plugins.js'
import { mcpServersSchema, mcpServeSchema } from './features/mcp.js'
import { memorySchema } from './features/memory.js'
import { shellHooksSchema } from './features/shell-hooks.js'
import { skillsSchema } from './features/skills.js'
import { sttSchema, ttsSchema } from './features/speech.js'
import { toolOutputSchema } from './features/terminal.js'
import { webSchema } from './features/web.js'
import { gatewaySchema } from './gateway-schema.js'
import { modelAliasesSchema } from './model-aliases-schema.js'
import { modelOverridesSchema } from './model-overrides-schema.js'
import { modelSchema } from './model-schema.js'
import { peopleSchema } from './people-schema.js'
import { personalitiesSchema } from './personalities.js'
import { platformsSchema } from './platforms-schema.js'
import { providerRoutingSchema } from './provider-routing-schema.js'
import { providerReference } from './provider-schema.js'
import { providersSchema } from './providers-schema.js'
import { quickCommandsSchema } from './quick-commands-schema.js'
import { securitySchema } from './security-schema.js'
import { storeSchema } from './store-schema.js'
import { terminalSchema } from './terminal-schema.js'
import { customToolsetsSchema, platformToolsetsSchema, toolsetsSchema, toolsSchema } from './toolsets-schema.js'
import { webhooksSchema } from './webhooks-schema.js'

/** The schemas of the sections, each built on first access. */
export const configSections = {
  get model() {
    return modelSchema()
  },
  get providers() {
    return providersSchema()
  },
  get fallback_providers() {
    return z
      .array(providerReference())
      .default([])
      .describe(
        'Providers to use when the first one fails, in this order: each with `provider` and, if needed, `model`, `base_url` and `key_env` (the variable with the key).',
      )
  },
  get provider_routing() {
    return providerRoutingSchema()
  },
  get model_overrides() {
    return modelOverridesSchema()
  },
  get auxiliary() {
    return auxiliarySchema()
  },
  get cron() {
    return cronSchema()
  },
  get delegation() {
    return delegationSchema()
  },
  get code_execution() {
    return codeExecutionSchema()
  },
  get credential_pool_strategies() {
    return z
      .record(z.string(), z.enum(['fill_first', 'round_robin', 'least_used', 'random']))
      .default({})
      .describe(
        'How to choose between several keys of a provider, by provider: `fill_first` (the default), `round_robin`, `least_used` or `random`.',
      )
  },
  get model_aliases() {
    return modelAliasesSchema()
  },
  get agent() {
    return agentSchema()
  },
  get personalities() {
    return personalitiesSchema()
  },
  get tool_loop_guardrails() {
    return z
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
      .prefault({})
  },
  get terminal() {
    return terminalSchema()
  },
  get checkpoints() {
    return checkpointsSchema()
  },
  get approvals() {
    return approvalsSchema()
  },
  get command_allowlist() {
    return commandAllowlistSchema()
  },
  get security() {
    return securitySchema()
  },
  get toolsets() {
    return toolsetsSchema()
  },
  get platform_toolsets() {
    return platformToolsetsSchema()
  },
  get custom_toolsets() {
    return customToolsetsSchema()
  },
  get tools() {
    return toolsSchema()
  },
  get disabled_features() {
    return z
      .array(z.enum(featureNames))
      .default([])
      .describe('Features that are switched off, with their tools. They are not loaded.')
  },
  get tool_output() {
    return toolOutputSchema()
  },
  get web() {
    return webSchema()
  },
  get stt() {
    return sttSchema()
  },
  get tts() {
    return ttsSchema()
  },
  get skills() {
    return skillsSchema()
  },
  get mcp_servers() {
    return mcpServersSchema()
  },
  get mcp_serve() {
    return mcpServeSchema()
  },
  get acp_agents() {
    return acpAgentsSchema()
  },
  get goals() {
    return z
      .strictObject({
        max_turns: z
          .int()
          .min(1)
          .max(1_000)
          .default(20)
          .describe('How many times the agent continues to work on a goal before a person must resume it.'),
      })
      .prefault({})
  },
  get memory() {
    return memorySchema()
  },
  get prompt_caching() {
    return z
      .strictObject({
        cache_ttl: z
          .enum(['5m', '1h', 'off'])
          .default('5m')
          .describe('How long providers with a configurable prompt cache (Anthropic, Bedrock) keep a prompt.'),
      })
      .prefault({})
  },
  get compression() {
    return compressionSchema()
  },
  get context() {
    return contextSchema()
  },
  get display() {
    return displaySchema()
  },
  get quick_commands() {
    return quickCommandsSchema()
  },
  get gateway() {
    return gatewaySchema()
  },
  get platforms() {
    return platformsSchema()
  },
  get people() {
    return peopleSchema()
  },
  get privacy() {
    return z
      .strictObject({
        redact_pii: z
          .boolean()
          .default(false)
          .describe(
            'Show the model hashes in place of the ids, addresses and phone numbers of people and chats, on networks where it does not need them.',
          ),
      })
      .prefault({})
  },
  get webhooks() {
    return webhooksSchema()
  },
  get store() {
    return storeSchema()
  },
  get database() {
    return databaseSchema()
  },
  get logging() {
    return z
      .strictObject({
        level: z.enum(['debug', 'info', 'warn', 'error']).default('info').describe('The lowest level that is logged.'),
      })
      .prefault({})
  },
  get context_file_max_chars() {
    return z
      .int()
      .min(0)
      .default(20_000)
      .describe('Longest text taken from the project file (AGENTS.md and the like); 0 ignores the file.')
  },
  get platform_hints() {
    return z
      .record(
        z.string(),
        z.strictObject({
          replace: z.string().max(2_000).optional().describe('Instead of the own hint. Empty: none.'),
          append: z.string().max(2_000).optional().describe('After the own hint.'),
        }),
      )
      .default({})
      .describe('What the system prompt says of a surface, by its name: `telegram: { append: "Answer in Dutch." }`.')
  },
  get transport() {
    return z
      .looseObject({ use: z.string().min(1) })
      .optional()
      .describe(
        'A package or file of the home folder that replaces the transport: `use: <package>`, and its own options. `use: replay` with `file` replays a recording.',
      )
  },
  get environment() {
    return z
      .looseObject({ use: z.string().min(1) })
      .optional()
      .describe(
        'A package or file of the home folder that replaces terminal.backend as the environment of commands and files: `use: <package>`, and its own options.',
      )
  },
  get plugins() {
    return z
      .array(z.looseObject({ use: z.string().min(1) }))
      .default([])
      .describe(
        'Packages or files of the home folder that add tools, hooks and commands: each `use: <package>`, and its own options.',
      )
  },
  get installed_plugins() {
    return installedPluginsSchema()
  },
  get shell_hooks() {
    return shellHooksSchema()
  },
  get hook_folders() {
    return z
      .record(z.string(), z.string())
      .default({})
      .describe('Folders below `hooks` of the home whose hooks run, with the hash of the files that were agreed to.')
  },
  get recording() {
    return z
      .string()
      .optional()
      .describe('A file to which model calls are recorded, without secrets, for `transport: { use: replay }`.')
  },
}

/**
 * All settings of `config.yaml` with defaults and descriptions: the single source of `config show`, the JSON Schema for editors, and error
 * messages. Keys are written as in the file. `format: password` marks a secret. The schemas are built on first use.
 */
export const configSchema = z.strictObject(configSections)

/** The complete settings, with defaults applied. */
export type Config = z.output<typeof configSchema>

/** Settings from a file or a command line. All parts are optional. */
export type ConfigInput = z.input<typeof configSchema>
