import type { TransportError } from '@hermes/core'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Maximum cooldown, even if the clock was set back after it started. */
export const longestCooldownMs = 24 * hourMs

/**
 * Longest delay of a rate limit to wait for with the same key. A longer one is treated like the quota of a plan,
 * because another key is faster.
 */
const longestBurstMs = minuteMs / 2

/** Longest requested delay to wait for while another key is usable. */
const longestPauseMs = 1_000

/** Conditions that determine how a rate limit is handled. */
export interface Circumstances {
  /** Whether the key was rate limited before, with no answer in between. */
  readonly isRepeated: boolean
  /** Whether another key of the pool is usable now. */
  readonly hasOther: boolean
  /** Longest delay that the caller waits for, in milliseconds. Default: no limit. */
  readonly longestWaitMs?: number | undefined
}

/** What an error means for its key. */
export type Verdict =
  /** The error is not related to the key. */
  | { readonly action: 'raise' }
  /** The same key is tried a second time. */
  | { readonly action: 'wait' }
  /** The key may have expired. `cooldownMs` applies if it cannot be renewed. */
  | { readonly action: 'refresh'; readonly cooldownMs: number }
  | { readonly action: 'rotate'; readonly cooldownMs: number }

/**
 * Decides what an error means for its key.
 *
 * After a first rate limit with a short delay or none, the same key is tried again, because a burst is over soon and
 * the provider's cache belongs to the key. After a long delay or a second rate limit, the key cools down for the time
 * that the provider gives, or for an hour. A key without credit (`billing`, or rejected with 402 or 429) cools down for
 * a day. A rejected key is renewed, or cools down for five minutes.
 */
export function judgeFailure(
  { kind, status, retryAfterMs }: TransportError,
  { isRepeated, hasOther, longestWaitMs = Number.POSITIVE_INFINITY }: Circumstances,
): Verdict {
  if (kind === 'rate-limit') {
    const cooldownMs = Math.min(retryAfterMs ?? hourMs, longestCooldownMs)
    const isLong = (retryAfterMs ?? 0) > Math.min(hasOther ? longestPauseMs : longestBurstMs, longestWaitMs)
    return isRepeated || isLong ? { action: 'rotate', cooldownMs } : { action: 'wait' }
  }
  if (kind !== 'auth' && kind !== 'billing') return { action: 'raise' }
  if (kind === 'billing' || status === 402 || status === 429) {
    return { action: 'rotate', cooldownMs: Math.min(retryAfterMs ?? longestCooldownMs, longestCooldownMs) }
  }
  // A renewed key does not help against 403.
  return { action: status === 403 ? 'rotate' : 'refresh', cooldownMs: 5 * minuteMs }
}
