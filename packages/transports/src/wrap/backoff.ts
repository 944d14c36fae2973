export interface Backoff {
  /** Maximum delay before the first retry, in milliseconds. Doubled for each further retry. */
  readonly baseDelayMs: number
  /** Upper limit of the doubled delay, in milliseconds. */
  readonly maxDelayMs: number
}

/**
 * Returns the delay before retry `number` (the first is 1), in milliseconds. Uses full jitter: a random delay between 0
 * and the limit, so that sessions that failed together do not retry together. A delay requested by the provider is
 * waited for in full, plus a little jitter.
 */
export function backoffMs(number: number, hintMs: number, backoff: Backoff, random: () => number): number {
  const jittered = random() * Math.min(backoff.maxDelayMs, backoff.baseDelayMs * 2 ** (number - 1))
  return Math.max(jittered, hintMs * (1 + random() / 4))
}
