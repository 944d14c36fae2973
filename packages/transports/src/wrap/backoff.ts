export interface Backoff {
  /** The most that is waited before the first repetition, in milliseconds; it doubles with each. */
  readonly baseDelayMs: number
  /** Where the doubling ends. */
  readonly maxDelayMs: number
}

/**
 * How long to wait before repetition `number` (the first is 1). Full jitter: anything from nothing to the bound, so that
 * sessions that failed together do not come back together. What the provider asks for is waited in full, and a little more.
 */
export function backoffMs(number: number, hintMs: number, backoff: Backoff, random: () => number): number {
  const jittered = random() * Math.min(backoff.maxDelayMs, backoff.baseDelayMs * 2 ** (number - 1))
  return Math.max(jittered, hintMs * (1 + random() / 4))
}
