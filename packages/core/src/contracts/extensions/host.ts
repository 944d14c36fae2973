import type { AuxiliaryModel } from '../agent/auxiliary-model.js'
import type { QuestionDesk } from '../agent/question-desk.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { AuxiliaryTask } from '../values/auxiliary-task.js'
import type { Logger } from '../values/logger.js'
import type { Environment } from './environment.js'

/**
 * The program around an agent, as a plugin sees it. It exists before the plugins, and all of them share it. A plugin gets the
 * logger, the redactor and the clock, and whatever else its `capabilities` name.
 */
export interface Host {
  readonly logger: Logger
  /** Removes secrets from a text: those that this program knows, and everything that looks like a secret. */
  redact(text: string): string
  /** Milliseconds since 1970. */
  now(): number
  /** Where commands run and files are. Capability `environment`. */
  readonly environment: Environment
  /** Capability `home`. */
  readonly folders: HostFolders
  /**
   * Returns the model for a side task; `undefined` if only the offline stand-in is available. Its usage counts toward the session that the
   * call names. Capability `models`.
   */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  /** Capability `network`. */
  readonly fetch: typeof globalThis.fetch
  /** Capability `questions`. */
  readonly questions: QuestionDesk
  /** Capability `store`. */
  readonly store: SessionStore
  /** The environment variables of the process and of the home's `.env`, including secrets. Capability `variables`. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Absolute. */
export interface HostFolders {
  /** Settings, sessions and secrets. */
  readonly home: string
  /** Caches: files that can be recreated. */
  readonly cache: string
}

/**
 * What a plugin may use of its host. The plugin declares its capabilities, and people read them. Plugins run in the process of their host:
 * capabilities keep honest plugins to their declaration, but do not contain a hostile plugin.
 */
export type Capability = 'environment' | 'home' | 'models' | 'network' | 'questions' | 'store' | 'variables'
