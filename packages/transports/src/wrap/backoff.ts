export interface Backoff {
  /** The maximum delay before the first retry, in milliseconds. Doubled for each further retry. */
  readonly baseDelayMs: number
  /** The upper limit of the doubled delay, in milliseconds. */
  readonly maxDelayMs: number
}

/**
 * The delay before retry `number` (the first is 1). Full jitter: a random delay between 0 and the bound, so that sessions that failed
 * together do not retry together. A delay requested by the provider is waited in full, plus a little jitter.
 */
export function backoffMs(number: number, hintMs: number, backoff: Backoff, random: () => number): number {
  const jittered = random() * Math.min(backoff.maxDelayMs, backoff.baseDelayMs * 2 ** (number - 1))
  return Math.max(jittered, hintMs * (1 + random() / 4))
}
