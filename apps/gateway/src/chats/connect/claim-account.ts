import type { LaneClaim, LaneClaims } from '@hermes/core/queue'
import { createCleanup } from '@hermes/safety'

export interface AccountClaim extends AsyncDisposable {
  /** Aborted when a claim is lost, and by the signal of the caller. */
  readonly signal: AbortSignal
}

export interface ClaimAccountOptions {
  /** Those of the store, for replicas, and those of the machine, for other homes. */
  readonly claims: readonly LaneClaims[]
  readonly signal: AbortSignal
  /** Called with the process that holds the account, once per wait. */
  readonly onWait: (holder: string) => void
}

/**
 * Waits until no other process receives with these credentials: most networks give each message to one of two receivers, or refuse both.
 * @throws the reason of the signal; {@link StoreError} when a store fails.
 */
export async function claimAccount(account: string, options: ClaimAccountOptions): Promise<AccountClaim> {
  const { claims, signal, onWait } = options
  await using taking = createCleanup()
  const taken: LaneClaim[] = []
  for (const each of claims) {
    taken.push(taking.use(await each.acquire(`chat account ${account}`, { signal, onWait })))
  }
  const held = taking.move()
  return {
    signal: AbortSignal.any([signal, ...taken.map((claim) => claim.signal)]),
    [Symbol.asyncDispose]: () => held[Symbol.asyncDispose](),
  }
}
