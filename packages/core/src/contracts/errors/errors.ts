import type { JsonObject } from '../values/json.js'
import type { ErrorCode } from './error-codes.js'
import type { PlatformErrorKind, StoreErrorKind, TransportErrorKind } from './error-kinds.js'
import type { Remedy } from './remedy.js'

const brand = Symbol.for('hermes.error')

export interface HermesErrorOptions extends ErrorOptions {
  readonly remedy?: Remedy
}

/**
 * The base of every error that Hermes throws. The message is one sentence that says what happened and what to do.
 *
 * Hermes recognizes it by a brand and not by `instanceof`, because two copies of this package may be installed.
 */
export class HermesError extends Error {
  /** Stable, for programs: `transport/auth`, `config/invalid`, ... */
  readonly code: ErrorCode
  /** How to fix the error, as data: an app renders it, for example as a command. The message is complete without it. */
  readonly remedy?: Remedy
  readonly [brand] = true

  constructor(code: ErrorCode, message: string, options: HermesErrorOptions = {}) {
    super(message, options)
    this.code = code
    if (options.remedy) this.remedy = options.remedy
    this.name = new.target.name
  }

  /** Unlike with other errors, the message and the causes survive `JSON.stringify`. The stack is omitted. */
  toJSON(): JsonObject {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      ...detailsOf(this),
      ...remedyOf(this),
      ...causeOf(this),
    }
  }

  static is(error: unknown): error is HermesError {
    return typeof error === 'object' && error !== null && brand in error
  }
}

/** What subclasses add: `kind`, `status`, `retryAfterMs`, `path`, ... */
function detailsOf(error: HermesError): JsonObject {
  const plain = Object.entries(error).filter(
    ([name, value]) =>
      !['name', 'code', 'cause'].includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
  )
  return Object.fromEntries(plain)
}

function remedyOf({ remedy }: HermesError): JsonObject {
  return remedy === undefined ? {} : { remedy: { ...remedy } }
}

function causeOf({ cause }: HermesError): JsonObject {
  return cause === undefined ? {} : { cause: describeError(cause) }
}

/** A more specific cause, for failures of one kind that need different repairs. Releases may add more. */
export type TransportErrorReason =
  | 'payload-too-large'
  | 'image-too-large'
  | 'image-unreadable'
  | 'file-unreadable'
  | 'images-refused'
  | 'result-images-refused'
  | 'stale-reasoning'
  | 'schema-pattern'
  | (string & Record<never, never>)

export interface TransportErrorOptions extends HermesErrorOptions {
  /** The HTTP status, if there was one. */
  readonly status?: number
  /** How long the provider asks the client to wait, in milliseconds. */
  readonly retryAfterMs?: number
  /** The model's context window in tokens, if the provider named it when it rejected a conversation as too long. */
  readonly contextWindow?: number
  /** The size of that conversation in tokens, if the provider named it. */
  readonly promptTokens?: number
  /** The specific cause, if the kind alone does not decide how to repair the request. */
  readonly reason?: TransportErrorReason
}

/** A model call failed. Only transports throw it. */
export class TransportError extends HermesError {
  readonly kind: TransportErrorKind
  readonly status?: number
  readonly retryAfterMs?: number
  readonly contextWindow?: number
  readonly promptTokens?: number
  readonly reason?: TransportErrorReason

  constructor(kind: TransportErrorKind, message: string, options: TransportErrorOptions = {}) {
    super(`transport/${kind}`, message, options)
    this.kind = kind
    if (options.status !== undefined) this.status = options.status
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
    if (options.contextWindow !== undefined) this.contextWindow = options.contextWindow
    if (options.promptTokens !== undefined) this.promptTokens = options.promptTokens
    if (options.reason !== undefined) this.reason = options.reason
  }

  static override is(error: unknown): error is TransportError {
    return HermesError.is(error) && error.code.startsWith('transport/')
  }
}

/** An operation of the session store failed. Everything that was stored before is intact. */
export class StoreError extends HermesError {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string, options: HermesErrorOptions = {}) {
    super(`store/${kind}`, message, options)
    this.kind = kind
  }

  static override is(error: unknown): error is StoreError {
    return HermesError.is(error) && error.code.startsWith('store/')
  }
}

export interface PlatformErrorOptions extends HermesErrorOptions {
  /** How long the network asks its clients to wait, in milliseconds. */
  readonly retryAfterMs?: number
}

/** A call to a chat network failed. Only platform adapters throw it. */
export class PlatformError extends HermesError {
  readonly kind: PlatformErrorKind
  readonly retryAfterMs?: number

  constructor(kind: PlatformErrorKind, message: string, options: PlatformErrorOptions = {}) {
    super(`platform/${kind}`, message, options)
    this.kind = kind
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }

  static override is(error: unknown): error is PlatformError {
    return HermesError.is(error) && error.code.startsWith('platform/')
  }
}

/** The backend that runs commands is unavailable. A command that exits with a non-zero status is a result, not an error. */
export class EnvironmentError extends HermesError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('environment/unavailable', message, options)
  }

  static override is(error: unknown): error is EnvironmentError {
    return HermesError.is(error) && error.code.startsWith('environment/')
  }
}

/** A setting is invalid. `path` names it (`model.base_url`), and is empty if the whole file is invalid. */
export class ConfigError extends HermesError {
  readonly path: string

  constructor(path: string, message: string, options: HermesErrorOptions = {}) {
    super('config/invalid', message, options)
    this.path = path
  }

  static override is(error: unknown): error is ConfigError {
    return HermesError.is(error) && error.code.startsWith('config/')
  }
}

/** A plugin asked its host for something that its declared capabilities do not include. */
export class CapabilityError extends HermesError {
  readonly plugin: string
  readonly capability: string

  constructor(plugin: string, capability: string, options: ErrorOptions = {}) {
    super(
      'plugin/capability',
      `The plugin "${plugin}" asked for "${capability}", which it does not declare: add "${capability}" to the capabilities in definePlugin().`,
      options,
    )
    this.plugin = plugin
    this.capability = capability
  }

  static override is(error: unknown): error is CapabilityError {
    return HermesError.is(error) && error.code === 'plugin/capability'
  }
}

/** The abort reason of a run that the user, or the program around it, interrupted. */
export class InterruptError extends HermesError {
  constructor(message = 'The run was interrupted.', options: ErrorOptions = {}) {
    super('run/interrupted', message, options)
  }

  static override is(error: unknown): error is InterruptError {
    return HermesError.is(error) && error.code === 'run/interrupted'
  }
}

/** Returns one line for display: the error's message, and the messages of its causes that add information. Never throws. */
export function describeError(error: unknown): string {
  const sentences: string[] = []
  // The chain of causes may be circular.
  const seen = new Set<unknown>()
  for (let current: unknown = error; current !== undefined && current !== null && !seen.has(current); ) {
    seen.add(current)
    const message = sentenceOf(current)
    if (message && !sentences.some((sentence) => sentence.includes(message))) sentences.push(message)
    current = current instanceof Error && !saysAll(current) ? current.cause : undefined
  }
  return sentences.join(' Cause: ')
}

/** The cause only repeats the error in the database's words: a constraint that failed. */
function saysAll(error: Error): boolean {
  return HermesError.is(error) && (error.code === 'store/conflict' || error.code === 'store/not-found')
}

/** Any value can be thrown, including objects that cannot be converted to a string. */
function sentenceOf(value: unknown): string {
  try {
    return value instanceof Error ? String(value.message) : String(value)
  } catch {
    return 'an error without a description'
  }
}
