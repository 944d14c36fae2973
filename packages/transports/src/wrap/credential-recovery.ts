import { describeError, type TransportError, type TransportEvent } from '@hermes/core'
import { untilAborted } from '@hermes/safety'
import { backoffMs } from './backoff.js'
import type { CallOptions } from './call-options.js'
import type { Credential } from './credential.js'
import type { CredentialPool } from './credential-pool.js'
import type { CredentialSlot, CredentialUse } from './credential-slot.js'
import { judgeFailure } from './judge-failure.js'
import { retryNotice, toNotice } from './notices.js'
import type { WrapServices } from './services.js'

/** A failed request and the remaining options of its call. */
export interface FailedRequest<Key extends Credential> {
  readonly slot: CredentialSlot<Key>
  readonly use: CredentialUse<Key>
  readonly failure: TransportError
  /** Takes one request from the budget. @returns `false` if none is left. */
  readonly takeRequest: () => boolean
  /** Slots whose keys were renewed during this call, each at most once. */
  readonly renewed: Set<CredentialSlot<Key>>
  readonly signal: AbortSignal
  /** Longest delay to wait for, in milliseconds. See {@link CallOptions.longestWaitMs}. */
  readonly longestWaitMs: number | undefined
}

/** Records what an error means for its key, yields notices, and returns the slot for the next request. Throws a final error. */
export type Recover<Key extends Credential> = (
  failed: FailedRequest<Key>,
) => AsyncGenerator<TransportEvent, CredentialSlot<Key>>

/** Delay before the same key is tried again, if the provider gives none. */
const backoff = { baseDelayMs: 2_000, maxDelayMs: 2_000 }

export function createRecover<Key extends Credential>(
  pool: CredentialPool<Key>,
  refresh: ((credential: Key) => Promise<Key | undefined>) | undefined,
  { random, sleep }: Required<WrapServices>,
): Recover<Key> {
  async function* recover(failed: FailedRequest<Key>): AsyncGenerator<TransportEvent, CredentialSlot<Key>> {
    const { slot, use, failure, takeRequest } = failed
    const verdict = judgeFailure(failure, {
      isRepeated: slot.isRepeat(use),
      hasOther: pool.hasOther(slot),
      longestWaitMs: failed.longestWaitMs,
    })
    switch (verdict.action) {
      case 'raise':
        throw failure
      case 'wait':
        return yield* wait(failed)
      case 'rotate':
        return yield* rotate(failed, verdict.cooldownMs, failure.message)
      case 'refresh': {
        const problem = await renew(failed)
        if (problem !== undefined) return yield* rotate(failed, verdict.cooldownMs, problem)
        if (!takeRequest()) throw failure
        return slot
      }
    }
  }

  async function* wait({ slot, failure, takeRequest, signal }: FailedRequest<Key>) {
    slot.limited()
    if (!takeRequest()) throw failure
    const waitMs = backoffMs(1, failure.retryAfterMs ?? 0, backoff, random)
    yield retryNotice(failure, waitMs)
    await sleep(waitMs, signal)
    // Another session may have started a cooldown of the key in the meantime.
    const next = pool.isFree(slot) ? slot : pool.select()
    if (!next) throw pool.exhaustedError(failure)
    return next
  }

  async function* rotate({ slot, failure, takeRequest }: FailedRequest<Key>, cooldownMs: number, problem: string) {
    const forgotten = await pool.coolDown(slot, failure, cooldownMs)
    if (forgotten !== undefined) yield toNotice('pool-state', forgotten)
    const next = pool.select()
    if (!next) throw pool.exhaustedError(failure)
    if (!takeRequest()) throw failure
    yield toNotice('credential-rotated', `${problem} Continuing with ${next.name} instead of ${slot.name}.`)
    return next
  }

  /** Renews the key. @returns the reason if there is no new key. */
  async function renew({ slot, use, failure, renewed, signal }: FailedRequest<Key>): Promise<string | undefined> {
    if (!refresh || renewed.has(slot)) return failure.message
    renewed.add(slot)
    try {
      return (await untilAborted(slot.renew(use.credential, refresh), signal)) ? undefined : failure.message
    } catch (error) {
      signal.throwIfAborted()
      return `${failure.message} Renewing the key failed: ${describeError(error)}`
    }
  }

  return recover
}
