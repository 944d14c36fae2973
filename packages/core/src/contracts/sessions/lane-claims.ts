/**
 * Exclusive claims on a lane, for example a conversation, across all processes that share a store. A claim is a right to write: with
 * the claim's `fence` as the guard of a write, the store itself rejects a holder that lost the claim.
 */
export interface LaneClaims {
  /**
   * Waits until the lane is free and takes it. The store renews the claim until it is disposed.
   *
   * It takes over the claim of a dead process immediately if this process can tell that the other one is dead, otherwise after `claimMs`
   * without a renewal. If the release of a claim of these `LaneClaims` failed, that claim blocks only others.
   * @throws the reason of `options.signal` when it is aborted before the lane is taken; {@link StoreError} when the store fails.
   */
  acquire(lane: string, options: AcquireOptions): Promise<LaneClaim>
}

export interface AcquireOptions {
  /** Aborts the wait. */
  readonly signal: AbortSignal
  /** Called once if another holder has the lane, with a description of that holder: `process 4711 on this machine`. */
  readonly onWait?: (holder: string) => void
  /** How long a claim lasts without a renewal, in milliseconds. Default 60,000. */
  readonly claimMs?: number
}

/** Guards a write: the write fails with a `StoreError` of kind `fenced` if the lane was taken over. */
export interface WriteGuard {
  readonly lane: string
  /** Increases with each claim in the store. */
  readonly fence: number
}

export interface LaneClaim extends WriteGuard, AsyncDisposable {
  /** Aborted with a `StoreError` of kind `fenced` when the claim is lost. */
  readonly signal: AbortSignal
}
