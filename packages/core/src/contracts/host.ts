import type { AuxiliaryModel } from './auxiliary-model.js'
import type { Environment } from './environment.js'
import type { Logger } from './logger.js'
import type { QuestionDesk } from './question-desk.js'
import type { SessionStore } from './session-store.js'

/**
 * The program around an agent, as a plugin sees it: made before the plugins, and shared by all of them. A plugin gets the
 * logger, the redactor and the clock, and of the rest what its `capabilities` name.
 */
export interface Host {
  readonly logger: Logger
  /** The text without secrets: those that this program knows, and whatever looks like one. */
  redact(text: string): string
  /** Milliseconds since 1970. */
  now(): number
  /** Where commands run and files are. Capability `environment`. */
  readonly environment: Environment
  /** Capability `home`. */
  readonly folders: HostFolders
  /**
   * The model for a side task; `undefined` where only the offline stand-in could answer. What it uses is counted for the session
   * that the call names. Capability `models`.
   */
  auxiliary(task: AuxiliaryTask): AuxiliaryModel | undefined
  /** Capability `network`. */
  readonly fetch: typeof globalThis.fetch
  /** Capability `questions`. */
  readonly questions: QuestionDesk
  /** Capability `store`. */
  readonly store: SessionStore
  /** The process's environment variables with those of the home's `.env`, secrets included. Capability `variables`. */
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Absolute. */
export interface HostFolders {
  /** Settings, sessions and secrets. */
  readonly home: string
  /** What can be made again. */
  readonly cache: string
}

/** What a side task is done for: each may have a provider of its own in the config. */
export type AuxiliaryTask = 'compression' | 'title_generation' | 'vision' | 'approval' | 'side_question'

/**
 * What a plugin may ask of its host, as it declares and people read it. Plugins run in the process of their host: this keeps
 * honest plugins to what they say, and holds no hostile one.
 */
export type Capability = 'environment' | 'home' | 'models' | 'network' | 'questions' | 'store' | 'variables'
