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
  /** At least one. */
  readonly credentials: readonly Key[]
  /** Builds the transport of one key. All of them must speak the same wire. */
  readonly create: (credential: Key) => Transport
  /** Default `fill_first`. */
  readonly strategy?: PoolStrategy
  /** Remembers over a restart which keys rest. Default: nothing does. */
  readonly state?: PoolState
  /** Makes a new key of one that was refused with 401; `undefined` when there is none. Asked once for all who wait. */
  readonly refresh?: (credential: Key) => Promise<Key | undefined>
  /** Requests per call, the first one included, with whatever keys. Default 4. */
  readonly attempts?: number
  readonly services?: WrapServices
}

/**
 * One transport over several keys of a provider, for all sessions of a process. A key that is limited, refused or out of
 * credit rests, and the next one is used, announced by a `credential-rotated` notice:
 *
 * - A rate limit is waited for once; the second one in a row lets the key rest for as long as the provider says, else an
 *   hour. A limit of more than half a minute lets it rest at once.
 * - An account without credit (`billing`) rests for a day.
 * - A key that is refused with 401 is renewed by `refresh`, once; else it rests for five minutes, as after 403.
 *
 * Anything else is not the key's failure and rises. Once a part of an answer was passed on, every failure rises.
 *
 * @throws {ConfigError} when `credentials` is empty.
 * @throws {TransportError} when all keys rest: of the last failure's kind, with `retryAfterMs` until the first is free.
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
      const mayGoOn = () => !isShown && budget.take()
      slot = yield* recover({ slot, use, failure, mayGoOn, renewed, signal })
    }
  }

  return { id: pool.first.id, apiMode: pool.first.apiMode, stream }
}
