import type { Agent, Approve, Clarify, Logger, SessionStore, ToolDefinition } from '@hermes/core'
import type { ModelPrice } from '@hermes/transports/catalog'
import type { Config } from './config-schema.js'
import type { HomePaths } from './home-paths.js'

/** Everything that a surface needs, wired from one home folder. Disposing it closes the store and ends its processes. */
export interface Runtime extends AsyncDisposable {
  readonly config: Config
  readonly paths: HomePaths
  /** What answers: shown in banners and `/status`. */
  readonly model: RuntimeModel
  readonly agent: Agent
  readonly store: SessionStore
  readonly logger: Logger
  /** One sentence each, for the user to see once. */
  readonly warnings: readonly string[]
  /** The tools that a new session gets. */
  tools(): Promise<readonly ToolDefinition[]>
}

export interface RuntimeModel {
  /** `openrouter`, `custom`, `ollama`, `offline`. */
  readonly provider: string
  readonly id: string
  readonly baseUrl?: string
  /** No provider is configured: the offline stand-in answers. */
  readonly isOffline: boolean
  /** In tokens: as the config says, else as the catalog knows it, else 128,000. */
  readonly contextWindow?: number
  /** The longest answer in tokens, as the config or the catalog has it. */
  readonly maxOutputTokens?: number
  /** Absent where the catalog has none for this provider. */
  readonly price?: ModelPrice
}

export interface RuntimeOptions {
  readonly paths: HomePaths
  /** Loaded and merged by `loadConfig`. */
  readonly config: Config
  /** The process's variables with those of `.env` (`loadConfig` gives them): the keys of providers are looked up here. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** Where commands start and relative paths begin. */
  readonly workingDirectory: string
  readonly surface: Surface
}

/** Who talks to the agent. Without `approve` or `clarify` nobody can be asked: what would ask is denied at once. */
export interface Surface {
  /** Recorded with each session: `cli`, `api_server`. */
  readonly source: string
  readonly approve?: Approve
  readonly clarify?: Clarify
  /**
   * It reads `restart` events and takes back what it had shown of an answer that broke off, so that the answer may begin
   * anew. Default false: then such a turn fails.
   */
  readonly canRestart?: boolean
}
