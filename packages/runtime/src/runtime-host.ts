import type { Logger, SessionStore } from '@hermes/core'
import type { HomePaths, Variables } from './home/home-paths.js'
import type { Runtime } from './runtime.js'
import type { Surface } from './runtime-options.js'
import type { Config, ConfigInput } from './schema/config-schema.js'

/**
 * A home that is opened once for any number of surfaces: they share its store, its models and its settings. Dispose it after
 * its surfaces; that closes the store.
 */
export interface RuntimeHost extends AsyncDisposable {
  readonly paths: HomePaths
  /** As the files of the home hold them now, as far as they are valid. */
  readonly config: Config
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  readonly store: SessionStore
  readonly logger: Logger
  /** One sentence each, for the user to see once. */
  readonly warnings: readonly string[]
  /**
   * Opens it for one surface: an environment, toolsets and questions of its own.
   * @throws {ConfigError} when a setting cannot work: no key, no such folder or toolset.
   */
  open(options: OpenOptions): Promise<Runtime>
}

export interface OpenOptions {
  readonly surface: Surface
  /** Where commands start and relative paths begin. */
  readonly workingDirectory: string
  /** The host ends with this surface, its only one. Default false. */
  readonly endsHost?: boolean
}

export interface OpenHostOptions {
  readonly paths: HomePaths
  /** The process's variables. They win over those of `.env`. */
  readonly variables: Variables
  /** What the command line asks for: wins over everything. */
  readonly overrides?: ConfigInput
  /** Whether its surfaces take back what they have shown: see {@link Surface.canRestart}. Others work, too. Default false. */
  readonly canRestart?: boolean
}
