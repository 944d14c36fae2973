/**
 * Exclusive claims on a lane, such as a conversation, across all processes that share a store. A claim is a right to write: with
 * its `fence` as the guard of a write, the store itself rejects a holder that lost the claim.
 */
export interface LaneClaims {
  /**
   * Waits until the lane is free and takes it. The claim of a dead process is taken over immediately if this process can tell that
   * it is dead, otherwise after `claimMs` without a renewal. A claim of these `LaneClaims` whose release failed blocks only others. The claim is renewed until it is disposed.
   * @throws the reason of `options.signal` when it is aborted before that; {@link StoreError} when the store fails.
   */
  acquire(lane: string, options: AcquireOptions): Promise<LaneClaim>
}

export interface AcquireOptions {
  /** Aborts the wait. */
  readonly signal: AbortSignal
  /** Called once when the lane is taken, with a description of the holder: `process 4711 on this machine`. */
  readonly onWait?: (holder: string) => void
  /** How long a claim lasts without a renewal, in milliseconds. Default 60,000. */
  readonly claimMs?: number
}

/** Guards a write: it fails with a `StoreError` of kind `fenced` when the lane was taken over. */
export interface WriteGuard {
  readonly lane: string
  /** Increases with each claim in the store. */
  readonly fence: number
}

export interface LaneClaim extends WriteGuard, AsyncDisposable {
  /** Aborted with a `StoreError` of kind `fenced` when the claim is lost. */
  readonly signal: AbortSignal
}
