import type { TransportError } from '@hermes/core'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** No cooldown is longer, also when the clock was set back after it began. */
export const longestCooldownMs = 24 * hourMs

/** A limit that lasts longer than this is a plan's, or near enough: another key is quicker than waiting for the same. */
const longestBurstMs = minuteMs / 2

/** What a failure says about the key. */
export type Verdict =
  /** Nothing: the failure is not the key's. */
  | { readonly action: 'raise' }
  /** The same key deserves a second try. */
  | { readonly action: 'wait' }
  /** The key may have expired. `cooldownMs` applies when it cannot be renewed. */
  | { readonly action: 'refresh'; readonly cooldownMs: number }
  | { readonly action: 'rotate'; readonly cooldownMs: number }

/**
 * A rate limit is waited for once and then rests for as long as the provider says, else an hour; a long one rests at
 * once. An account without credit (`billing`, or a refused key with 402 or 429) rests for a day. A refused key is renewed,
 * or rests for five minutes.
 *
 * @param isRepeated whether the same key met a rate limit before, without an answer in between.
 */
export function judgeFailure({ kind, status, retryAfterMs }: TransportError, isRepeated: boolean): Verdict {
  if (kind === 'rate-limit') {
    const cooldownMs = Math.min(retryAfterMs ?? hourMs, longestCooldownMs)
    const isLong = (retryAfterMs ?? 0) > longestBurstMs
    return isRepeated || isLong ? { action: 'rotate', cooldownMs } : { action: 'wait' }
  }
  if (kind !== 'auth' && kind !== 'billing') return { action: 'raise' }
  if (kind === 'billing' || status === 402 || status === 429) {
    return { action: 'rotate', cooldownMs: Math.min(retryAfterMs ?? longestCooldownMs, longestCooldownMs) }
  }
  // Forbidden is forbidden, however new the key.
  return { action: status === 403 ? 'rotate' : 'refresh', cooldownMs: 5 * minuteMs }
}
