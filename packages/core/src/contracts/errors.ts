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
  | 'rate-limit'
  | 'overloaded'
  | 'context-overflow'
  | 'content-filter'
  | 'model-not-found'
  | 'invalid-request'
  | 'network'
  | 'timeout'
  | 'protocol'

export interface TransportErrorOptions extends ErrorOptions {
  /** HTTP status, where there was one. */
  readonly status?: number
  /** How long the provider asks to wait. */
  readonly retryAfterMs?: number
}

/** A model call failed. Raised by transports only. */
export class TransportError extends HermesError {
  readonly kind: TransportErrorKind
  readonly status?: number
  readonly retryAfterMs?: number

  constructor(kind: TransportErrorKind, message: string, options: TransportErrorOptions = {}) {
    super(`transport/${kind}`, message, options)
    this.kind = kind
    if (options.status !== undefined) this.status = options.status
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }

  static override is(error: unknown): error is TransportError {
    return HermesError.is(error) && error.code.startsWith('transport/')
  }
}

export type StoreErrorKind =
  | 'not-found'
  | 'ambiguous'
  | 'conflict'
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

/** One line for people: the error's own sentence, and the sentences of its causes that add something. */
export function describeError(error: unknown): string {
  const sentences: string[] = []
  for (let current: unknown = error; current !== undefined && current !== null; ) {
    const message = current instanceof Error ? current.message : String(current)
    if (message && !sentences.some((sentence) => sentence.includes(message))) sentences.push(message)
    current = current instanceof Error ? current.cause : undefined
  }
  return sentences.join(' Cause: ')
}
