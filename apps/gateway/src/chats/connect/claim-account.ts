import type { LaneClaim, LaneClaims } from '@hermes/core/queue'
import { createCleanup } from '@hermes/safety'
import type { OwnAccount } from './account-book.js'
import type { AccountClaim, OnWait } from './account-claim.js'

export interface ClaimAccountOptions {
  /** Claims of the store, for replicas, and of the machine, for other homes. */
  readonly claims: readonly LaneClaims[]
  readonly signal: AbortSignal
  readonly onWait: OnWait
}

const advice = 'This gateway receives when that one has ended.'

/**
 * Waits until nothing else receives with these credentials. Most networks give each message to only one of two receivers, or refuse both.
 * @throws the reason of the signal, or a {@link StoreError} when a store fails.
 */
export async function claimAccount(
  own: OwnAccount,
  { claims, signal, onWait }: ClaimAccountOptions,
): Promise<AccountClaim> {
  await using taking = createCleanup()
  const first = taking.use(await own.claim({ signal, onWait }))
  const taken: LaneClaim[] = []
  const waiting = { signal: first.signal, onWait: (holder: string) => onWait({ holder, advice }) }
  for (const each of claims) taken.push(taking.use(await each.acquire(`chat account ${own.account}`, waiting)))
  const held = taking.move()
  return {
    signal: AbortSignal.any([first.signal, ...taken.map((claim) => claim.signal)]),
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  }
}
