import type { WriteGuard } from '../contracts/sessions/lane-claims.js'

/**
 * The storage behind `LaneClaims`, implemented by a store for `createLaneClaims`. The store's clock decides when claims
 * expire.
 */
export interface ClaimTable {
  /**
   * Takes the lane if it is free, expired or held with the fence `dead`. The new fence is higher than all earlier ones.
   * @returns the current holder.
   */
  take(lane: string, options: TakeOptions): Promise<LaneHolder>
  /** Renews a claim. Returns `false` when it was lost. */
  renew(guard: WriteGuard, claimMs: number): Promise<boolean>
  /** Releases a claim. Does nothing when it was lost. */
  release(guard: WriteGuard): Promise<void>
  /** Whether a holder is known to be dead. */
  isDead(holder: string): Promise<boolean>
  /** Describes a holder for display: `process 4711 on this machine`. */
  describe(holder: string): string
}

export interface TakeOptions {
  readonly claimMs: number
  /** The fence of a claim whose holder is dead or has given it up. */
  readonly dead?: number
}

export interface LaneHolder {
  readonly isTaken: boolean
  readonly fence: number
  /** The holder as stored. */
  readonly holder: string
}
