/** A key that is not used for now. */
export interface Cooldown {
  /** In milliseconds since 1970. */
  readonly untilMs: number
  /** The reason: rate limited, or rejected. */
  readonly kind: 'rate-limit' | 'auth'
}

/**
 * Stores the cooldowns of a pool, so that a restarted process does not use limited keys. Keys are identified by fingerprint. A failure of
 * either method does not fail the call: it is reported by a `pool-state` notice.
 */
export interface PoolState {
  /** Called once, before the first request. May omit cooldowns that have ended. */
  load(): Promise<ReadonlyMap<string, Cooldown>>
  /** Resolves when the cooldown is stored. */
  save(fingerprint: string, cooldown: Cooldown): Promise<void>
}
