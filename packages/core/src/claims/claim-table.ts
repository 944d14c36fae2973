import type { WriteGuard } from '../contracts/lane-claims.js'

/** Where a store keeps claims: what `createLaneClaims` makes `LaneClaims` of. The store's own clock decides what is over. */
export interface ClaimTable {
  /**
   * Takes the lane where it is free, its claim is over, or is that of `dead`; the fence is higher than any before.
   * @returns who has it now.
   */
  take(lane: string, options: TakeOptions): Promise<LaneHolder>
  /** `false` when the claim was lost. */
  renew(guard: WriteGuard, claimMs: number): Promise<boolean>
  /** Does nothing when the claim was lost. */
  release(guard: WriteGuard): Promise<void>
  /** Whether a holder is known to have died. */
  isDead(holder: string): Promise<boolean>
  /** For people: `process 4711 on this machine`. */
  describe(holder: string): string
}

export interface TakeOptions {
  readonly claimMs: number
  /** The fence of a claim whose holder has died. */
  readonly dead?: number
}

export interface LaneHolder {
  readonly isTaken: boolean
  readonly fence: number
  /** As the store keeps it. */
  readonly holder: string
}
