/** A key that takes no requests for now. */
export interface Cooldown {
  /** Wall clock, in milliseconds since 1970. */
  readonly untilMs: number
  /** Why: limited, or refused. */
  readonly kind: 'rate-limit' | 'auth'
}

/**
 * Where a pool keeps which keys rest, so that a restart does not hammer them. Keys are named by fingerprint. A failure of
 * either method costs the memory, not the call: it becomes a `pool-state` notice.
 */
export interface PoolState {
  /** Asked once, before the first call. Cooldowns that are over may be left out. */
  load(): Promise<ReadonlyMap<string, Cooldown>>
  /** Resolves when the cooldown is stored. */
  save(fingerprint: string, cooldown: Cooldown): Promise<void>
}
