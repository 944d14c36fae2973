import type { WriteGuard } from '../contracts/sessions/lane-claims.js'

/** The storage behind `LaneClaims`, implemented by a store for `createLaneClaims`. Expiry is decided by the store's clock. */
export interface ClaimTable {
  /**
   * Takes the lane if it is free, expired or held with the fence `dead`. The new fence is higher than all earlier ones.
   * @returns the current holder.
   */
  take(lane: string, options: TakeOptions): Promise<LaneHolder>
  /** `false` when the claim was lost. */
  renew(guard: WriteGuard, claimMs: number): Promise<boolean>
  /** Does nothing when the claim was lost. */
  release(guard: WriteGuard): Promise<void>
  /** Whether a holder is known to be dead. */
  isDead(holder: string): Promise<boolean>
  /** For display: `process 4711 on this machine`. */
  describe(holder: string): string
}

export interface TakeOptions {
  readonly claimMs: number
  /** The fence of a claim whose holder is dead, or has given it up. */
  readonly dead?: number
}

export interface LaneHolder {
  readonly isTaken: boolean
  readonly fence: number
  /** As stored. */
  readonly holder: string
}
