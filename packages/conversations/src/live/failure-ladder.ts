export interface FailureLadder {
  isResting(key: string): boolean
  /** The longer the more often in a row: once, three times, nine times the cooldown, an hour at most. */
  fail(key: string): void
  succeed(key: string): void
}

export interface FailureLadderOptions {
  readonly cooldownMs: () => number
  readonly now: () => number
}

const longestMs = 3_600_000
const maxKeys = 1_000

/** Leaves what has failed alone for a while. Of very many the oldest are forgotten: they are tried once more. */
export function createFailureLadder({ cooldownMs, now }: FailureLadderOptions): FailureLadder {
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
