import type { AuthServices } from './auth-services.js'
import { LoginError } from './login-error.js'

/** State of a login that the user has to confirm. */
export type DeviceAnswer<Result> =
  | { readonly state: 'pending' }
  /** The client polls too often: it has to use the given interval, or add five seconds to the current one. */
  | { readonly state: 'slow-down'; readonly intervalMs?: number }
  | { readonly state: 'done'; readonly result: Result }

export interface DevicePoll<Result> {
  readonly provider: string
  readonly intervalMs: number
  /** Lifetime of the code, in milliseconds. */
  readonly lifetimeMs: number
  readonly ask: () => Promise<DeviceAnswer<Result>>
  readonly signal: AbortSignal
  readonly services: Pick<AuthServices, 'sleep' | 'now'>
}

/**
 * Polls until the user has confirmed the login. Transient server errors are retried while the code is valid.
 *
 * @throws {LoginError} `expired` when the login was not confirmed in time; rethrows what `ask` throws.
 */
export async function pollDevice<Result>(poll: DevicePoll<Result>): Promise<Result> {
  const { provider, ask, signal, services } = poll
  const deadline = services.now() + poll.lifetimeMs
  let intervalMs = poll.intervalMs
  while (services.now() < deadline) {
    await services.sleep(Math.min(intervalMs, deadline - services.now()), signal)
    const answer = await ask().catch(pendingIfUnavailable)
    if (answer.state === 'done') return answer.result
    if (answer.state === 'slow-down') intervalMs = answer.intervalMs ?? intervalMs + 5000
  }
  throw expiredCode(provider)
}

export function expiredCode(provider: string): LoginError {
  return new LoginError('expired', `The code for ${provider} was not confirmed in time: log in again for a new one.`)
}

export function deniedLogin(provider: string): LoginError {
  return new LoginError('denied', `The login to ${provider} was denied: nothing was stored.`)
}

function pendingIfUnavailable(error: unknown): { readonly state: 'pending' } {
  if (LoginError.is(error) && error.kind === 'unavailable') return { state: 'pending' }
  throw error
}
