import { monotonicServices } from '../wrap/services.js'

/** The world as logins know it. Tests replace it to be deterministic. */
export interface AuthServices {
  /** Default: the global one. */
  readonly fetch: typeof globalThis.fetch
  /** The wall clock, in milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after `ms`; rejects with `signal.reason`, at once, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export function authServices(services: Partial<AuthServices> = {}): AuthServices {
  return { fetch: globalThis.fetch, now: Date.now, sleep: monotonicServices.sleep, ...services }
}
