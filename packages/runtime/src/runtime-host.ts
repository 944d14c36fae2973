import type { Agent, Logger, ModelChoice, Remedy, SessionStore } from '@hermes/core'
import type { CallerSection } from './config/sources/unset-secrets.js'
import type { HomePaths, Variables } from './home/home-paths.js'
import type { RuntimeModel } from './model/runtime-model.js'
import type { Runtime } from './runtime.js'
import type { Surface } from './runtime-options.js'
import type { Config, ConfigInput } from './schema/config-schema.js'
import type { JobBell } from './services/job-bell.js'
import type { ModelCalls } from './services/model-calls.js'

/**
 * An opened home that any number of surfaces share: its store, its models and its settings. Dispose it after its surfaces; this closes the
 * store.
 */
export interface RuntimeHost extends AsyncDisposable {
  readonly paths: HomePaths
  /** The newest valid settings from the files of the home. */
  readonly config: Config
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  readonly store: SessionStore
  readonly logger: Logger
  /** For {@link openJobs} and {@link openScheduler}. */
  readonly jobBell: JobBell
  /** Those of all surfaces. */
  readonly modelCalls: ModelCalls
  /** Shown to the user once, one sentence each. */
  readonly warnings: readonly string[]
  /** What helps against them. Absent: nothing does. */
  readonly remedy?: Remedy
  /** Reads the settings again if their files have changed, and resolves to {@link config}. Invalid files leave it unchanged. */
  refresh(): Promise<Config>
  /**
   * Opens a surface with its own environment, toolsets and questions.
   * @throws {ConfigError} when a setting cannot work: missing key, unknown folder or toolset.
   */
  open(options: OpenOptions): Promise<Runtime>
}

export interface OpenOptions {
  readonly surface: Surface
  /** Where commands start and relative paths are resolved. */
  readonly workingDirectory: string
  /**
   * The model of the conversation that the surface resumes: it becomes {@link Runtime.model}, and the configured model needs no key. The
   * configured model is used instead if this one cannot answer. Default: the configured model.
   */
  readonly model?: ModelChoice
  /** MCP servers of this surface only, besides those of the settings. Default: none. */
  readonly mcpServers?: ConfigInput['mcp_servers']
  /** Disposes the host with this surface, its only one. Default false. */
  readonly endsHost?: boolean
}

export interface OpenHostOptions {
  readonly paths: HomePaths
  /** The process's variables. They win over those of `.env`. */
  readonly variables: Variables
  /** Settings from the command line. They win over everything. */
  readonly overrides?: ConfigInput
  /** Whether `config.yaml` is left out. Default false. */
  readonly ignoresFile?: boolean
  /** The sections whose secrets callers present to this process: one whose variable is not set is an error. Default: none. */
  readonly acceptsSecretsOf?: readonly CallerSection[]
  /** The folder of the skills that the application ships, absolute. Default: none. */
  readonly bundledSkills?: string
  /** Wraps the agents of all surfaces, for example to trace their turns. Default: none. */
  readonly wrapAgent?: (agent: Agent, model: Pick<RuntimeModel, 'id' | 'provider'>) => Agent
}
