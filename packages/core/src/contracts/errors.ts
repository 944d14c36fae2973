const brand = Symbol.for('hermes.error')

/**
 * The base of every error that Hermes throws. The message is one sentence that says what happened and what to do.
 *
 * Recognised by a brand, not by `instanceof`: two copies of this package may be installed.
 */
export class HermesError extends Error {
  /** Stable, for programs: `transport/auth`, `config/invalid`, ... */
  readonly code: string
  readonly [brand] = true

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.name = new.target.name
  }

  static is(error: unknown): error is HermesError {
    return typeof error === 'object' && error !== null && brand in error
  }
}

/** What went wrong in a model call, as far as the loop has to tell it apart. */
export type TransportErrorKind =
  | 'auth'
  | 'billing'
  | 'rate-limit'
  | 'overloaded'
  | 'context-overflow'
  | 'content-filter'
  | 'model-not-found'
  | 'invalid-request'
  | 'network'
  | 'timeout'
  | 'protocol'

/** Causes that are mended in different ways though their kind is the same. More may come. */
export type TransportErrorReason =
  | 'payload-too-large'
  | 'image-too-large'
  | 'images-refused'
  | 'result-images-refused'
  | 'stale-reasoning'
  | 'schema-pattern'
  | (string & Record<never, never>)

export interface TransportErrorOptions extends ErrorOptions {
  /** HTTP status, where there was one. */
  readonly status?: number
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number
  /** The model's window in tokens, where the provider says it in refusing a conversation that is too long. */
  readonly contextWindow?: number
  /** How many tokens that conversation has, likewise. */
  readonly promptTokens?: number
  /** What exactly went wrong, where the kind alone does not say how to mend it. */
  readonly reason?: TransportErrorReason
}

/** A model call failed. Raised by transports only. */
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

export type StoreErrorKind =
  | 'not-found'
  | 'ambiguous'
  | 'conflict'
  | 'fenced'
  | 'newer-version'
  | 'full'
  | 'corrupt'
  | 'unavailable'

/** The session store could not do what it was asked. What had been stored before is still there. */
export class StoreError extends HermesError {
  readonly kind: StoreErrorKind

  constructor(kind: StoreErrorKind, message: string, options: ErrorOptions = {}) {
    super(`store/${kind}`, message, options)
    this.kind = kind
  }

  static override is(error: unknown): error is StoreError {
    return HermesError.is(error) && error.code.startsWith('store/')
  }
}

/** The backend that runs commands is down or refused; a command that ends with a non-zero status is a result, not this. */
export class EnvironmentError extends HermesError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('environment/unavailable', message, options)
  }

  static override is(error: unknown): error is EnvironmentError {
    return HermesError.is(error) && error.code.startsWith('environment/')
  }
}

/** A setting is wrong. `path` names it (`model.base_url`), empty where the whole file is meant. */
export class ConfigError extends HermesError {
  readonly path: string

  constructor(path: string, message: string, options: ErrorOptions = {}) {
    super('config/invalid', message, options)
    this.path = path
  }

  static override is(error: unknown): error is ConfigError {
    return HermesError.is(error) && error.code.startsWith('config/')
  }
}

/** Why a signal was aborted by Hermes itself: the user, or the program around the run, interrupted it. */
export class InterruptError extends HermesError {
  constructor(message = 'The run was interrupted.', options: ErrorOptions = {}) {
    super('run/interrupted', message, options)
  }

  static override is(error: unknown): error is InterruptError {
    return HermesError.is(error) && error.code === 'run/interrupted'
  }
}

/** One line for people: the error's own sentence, and the sentences of its causes that add something. Never throws. */
export function describeError(error: unknown): string {
  const sentences: string[] = []
  // An error may name itself as its cause.
  const seen = new Set<unknown>()
  for (let current: unknown = error; current !== undefined && current !== null && !seen.has(current); ) {
    seen.add(current)
    const message = sentenceOf(current)
    if (message && !sentences.some((sentence) => sentence.includes(message))) sentences.push(message)
    current = current instanceof Error ? current.cause : undefined
  }
  return sentences.join(' Cause: ')
}

/** Anything can be thrown, also what has no text. */
function sentenceOf(value: unknown): string {
  try {
    return value instanceof Error ? String(value.message) : String(value)
  } catch {
    return 'an error without a description'
  }
}
