import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import type { CallOptions } from './call-options.js'
import type { Credential } from './credential.js'
import { CredentialPool } from './credential-pool.js'
import { createRecover } from './credential-recovery.js'
import type { CredentialSlot } from './credential-slot.js'
import { isShownAfter, toNotice } from './notices.js'
import type { PoolState } from './pool-state.js'
import { createRequestBudget } from './request-budget.js'
import type { PoolStrategy } from './select-credential.js'
import { monotonicServices, type WrapServices } from './services.js'

export interface CredentialPoolOptions<Key extends Credential = Credential> {
  /** Keys of the pool. Must not be empty. */
  readonly credentials: readonly Key[]
  /** Creates the transport for one key. All transports must use the same API. */
  readonly create: (credential: Key) => Transport
  /** How the pool selects a key. Default: `fill_first`. */
  readonly strategy?: PoolStrategy
  /** Stores cooldowns across restarts. Default: they are not stored. */
  readonly state?: PoolState
  /** Renews a key that was rejected with 401. Resolves with `undefined` if there is no new one. Concurrent calls share one renewal. */
  readonly refresh?: (credential: Key) => Promise<Key | undefined>
  /** Number of requests per call over all keys, including the first one. Default: 4. */
  readonly attempts?: number
  readonly services?: WrapServices
}

/**
 * Creates one transport over several keys of a provider, for all sessions of a process. A key that is rate limited,
 * rejected or out of credit cools down, and the next one is used, with a `credential-rotated` notice:
 *
 * - After a first rate limit, the call waits and retries the same key if the provider asks for at most a second, or does
 *   not say how long. If no other key is available, it waits up to 30 seconds, or less if a fallback chain around the
 *   pool limits the wait. After a longer limit, or a second one in a row, the key cools down for the time that the
 *   provider gives, or for an hour.
 * - An account without credit (`billing`) cools down for a day.
 * - A key that is rejected with 401 is renewed once by `refresh`. Otherwise, and after 403, it cools down for five
 *   minutes.
 *
 * Errors that are not related to the key are thrown, and so is every error after the first part of an answer.
 *
 * @throws {ConfigError} when `credentials` is empty.
 * @throws {TransportError} when all keys cool down, with the kind of the last error and `retryAfterMs` until the first key is available.
 */
export function withCredentialPool<Key extends Credential>(options: CredentialPoolOptions<Key>): Transport {
  const { credentials, create, strategy = 'fill_first', state, refresh, attempts = 4 } = options
  const services = { ...monotonicServices, ...options.services }
  const { now, wallClock, random } = services
  const pool = new CredentialPool({ credentials, strategy, create, state, now, wallClock, random })
  const recover = createRecover(pool, refresh, services)

  async function* stream(
    request: ModelRequest,
    { signal, budget = createRequestBudget(attempts), ...rest }: CallOptions,
  ): AsyncGenerator<TransportEvent> {
    signal.throwIfAborted()
    const problem = await pool.load()
    if (problem !== undefined) yield toNotice('pool-state', problem)
    const call: CallOptions = { ...rest, signal, budget }
    const renewed = new Set<CredentialSlot<Key>>()
    let slot = pool.select()
    if (!slot) throw pool.exhaustedError(undefined)
    for (;;) {
      const use = slot.begin()
      let isShown = false
      let failure: TransportError
      try {
        for await (const event of use.transport.stream(request, call)) {
          isShown = isShownAfter(event, isShown)
          if (event.type === 'finish') slot.answered()
          yield event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        signal.throwIfAborted()
        if (!TransportError.is(error)) throw error
        failure = error
      }
      const takeRequest = () => !isShown && budget.take()
      const { longestWaitMs } = call
      slot = yield* recover({ slot, use, failure, takeRequest, renewed, signal, longestWaitMs })
    }
  }

  return { id: pool.first.id, apiMode: pool.first.apiMode, stream }
}
