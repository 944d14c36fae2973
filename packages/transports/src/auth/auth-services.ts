import { monotonicServices } from '../wrap/services.js'

/** Network and clock used by logins. Tests replace them to be deterministic. */
export interface AuthServices {
  /** HTTP client. Default: the global `fetch`. */
  readonly fetch: typeof globalThis.fetch
  /** The time in milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after `ms`, or rejects with `signal.reason` as soon as the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export function authServices(services: Partial<AuthServices> = {}): AuthServices {
  return { fetch: globalThis.fetch, now: Date.now, sleep: monotonicServices.sleep, ...services }
}
