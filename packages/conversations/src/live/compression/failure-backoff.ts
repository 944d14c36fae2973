export interface FailureBackoff {
  isResting(key: string): boolean
  /**
   * Starts the cooldown after a failure: one, three, then nine times the base for consecutive failures, at most an
   * hour.
   */
  fail(key: string): void
  succeed(key: string): void
}

export interface FailureBackoffOptions {
  readonly cooldownMs: () => number
  readonly now: () => number
}

const longestMs = 3_600_000
const maxKeys = 1_000

/** Creates a backoff after failures. Bounded: the oldest entries are dropped and retried. */
export function createFailureBackoff({ cooldownMs, now }: FailureBackoffOptions): FailureBackoff {
  const failed = new Map<string, { readonly times: number; readonly untilMs: number }>()
  return {
    isResting: (key) => (failed.get(key)?.untilMs ?? 0) > now(),
    fail(key) {
      const times = (failed.get(key)?.times ?? 0) + 1
      const restMs = Math.min(longestMs, cooldownMs() * 3 ** Math.min(times - 1, 2))
      failed.delete(key)
      failed.set(key, { times, untilMs: now() + restMs })
      const [oldest] = failed.keys()
      if (failed.size > maxKeys && oldest !== undefined) failed.delete(oldest)
    },
    succeed: (key) => void failed.delete(key),
  }
}
