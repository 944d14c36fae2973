/**
 * Keeps those apart who work on one thing, such as the turns of a conversation, over all processes on a store. A claim is a
 * right to write: with its `fence` as the guard of a write, the store itself refuses a holder that lost it.
 */
export interface LaneClaims {
  /**
   * Waits until the lane is free and takes it. A holder whose process died loses it at once, where that can be seen from
   * here, and else after `claimMs` of silence. The claim is renewed until it is disposed.
   * @throws the reason of `options.signal` when it is aborted before that; {@link StoreError} when the store fails.
   */
  acquire(lane: string, options: AcquireOptions): Promise<LaneClaim>
}

export interface AcquireOptions {
  /** Gives up waiting. */
  readonly signal: AbortSignal
  /** Called once, when the lane is taken, with words for who has it: `process 4711 on this machine`. */
  readonly onWait?: (holder: string) => void
  /** How long a silent holder keeps the lane, in milliseconds. Default 60,000. */
  readonly claimMs?: number
}

/** What a write is guarded with: it is refused with a `StoreError` of the kind `fenced` when the lane was taken over since. */
export interface WriteGuard {
  readonly lane: string
  /** Rises with each claim in the store. */
  readonly fence: number
}

export interface LaneClaim extends WriteGuard, AsyncDisposable {
  /** Aborted with a `StoreError` of the kind `fenced` when the claim is lost. */
  readonly signal: AbortSignal
}
