import type { Agent, Logger, ModelChoice, Remedy, SessionStore } from '@hermes/core'
import type { CallerSection } from './config/sources/unset-secrets.js'
import type { HomePaths, Variables } from './home/home-paths.js'
import type { RuntimeModel } from './model/runtime-model.js'
import type { Runtime } from './runtime.js'
import type { Surface } from './runtime-options.js'
import type { Config, ConfigInput } from './schema/config-schema.js'
import type { JobBell } from './services/job-bell.js'
import type { ModelCalls } from './services/model-calls.js'

/** An open home, whose store, models and settings any number of surfaces share. Dispose it after its surfaces; this closes the store. */
export interface RuntimeHost extends AsyncDisposable {
  readonly paths: HomePaths
  /** The newest valid settings from the files of the home. */
  readonly config: Config
  /** The variables of the process and of `.env`. */
  readonly variables: Variables
  readonly store: SessionStore
  readonly logger: Logger
  /** The bell that {@link openJobs} and {@link openScheduler} take. */
  readonly jobBell: JobBell
  /** Counts the model calls of all surfaces. */
  readonly modelCalls: ModelCalls
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** The remedy for the warnings. Absent if there is none. */
  readonly remedy?: Remedy
  /** Reads the settings again if their files have changed, and resolves to {@link config}. If they are invalid, it stays unchanged. */
  refresh(): Promise<Config>
  /**
   * Opens a surface with its own environment, toolsets and questions.
   * @throws {ConfigError} when a setting cannot work: a missing key, or an unknown folder or toolset.
   */
  open(options: OpenOptions): Promise<Runtime>
}

export interface OpenOptions {
  readonly surface: Surface
  /** The folder where commands start and against which relative paths are resolved. */
  readonly workingDirectory: string
  /**
   * The model of the conversation that the surface resumes. It becomes {@link Runtime.model}, so the configured model needs no key. If it
   * cannot answer, the configured model is used instead. Default: the configured model.
   */
  readonly model?: ModelChoice
  /** MCP servers for this surface only, in addition to the configured ones. Default: none. */
  readonly mcpServers?: ConfigInput['mcp_servers']
  /** Whether to dispose the host together with this surface, its only one. Default: false. */
  readonly endsHost?: boolean
}

export interface OpenHostOptions {
  readonly paths: HomePaths
  /** The variables of the process. They take precedence over those of `.env`. */
  readonly variables: Variables
  /** Settings from the command line. They take precedence over all others. */
  readonly overrides?: ConfigInput
  /** Whether to ignore `config.yaml`. Default: false. */
  readonly ignoresFile?: boolean
  /** The sections with secrets that callers present to this process. It is an error if the variable of such a secret is not set. Default: none. */
  readonly acceptsSecretsOf?: readonly CallerSection[]
  /** The absolute path of the folder with the skills that ship with the application. Default: none. */
  readonly bundledSkills?: string
  /** Wraps the agents of all surfaces, for example to trace their turns. Default: none. */
  readonly wrapAgent?: (agent: Agent, model: Pick<RuntimeModel, 'id' | 'provider'>) => Agent
}
