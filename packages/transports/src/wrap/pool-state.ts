/** A period during which a key is not used. */
export interface Cooldown {
  /** End of the cooldown, in milliseconds since 1970. */
  readonly untilMs: number
  /** Reason: the key was rate limited or rejected. */
  readonly kind: 'rate-limit' | 'auth'
}

/**
 * Stores the cooldowns of a pool, so that a restarted process does not use limited keys. Keys are identified by
 * fingerprint. A failure of either method does not fail the call; it is reported in a `pool-state` notice.
 */
export interface PoolState {
  /** Loads the cooldowns. Called once, before the first request. May omit cooldowns that have ended. */
  load(): Promise<ReadonlyMap<string, Cooldown>>
  /** Stores a cooldown. Resolves once it is stored. */
  save(fingerprint: string, cooldown: Cooldown): Promise<void>
}
