import { describeError } from '../contracts/errors/errors.js'
import type { RetryPolicy } from '../contracts/sessions/work-queue.js'
import type { WorkOutcome } from './work-table.js'

export const defaultAttempts = 5
export const defaultMaxDelayMs = 300_000

/** Returns the outcome of an item whose handler rejected. */
export function outcomeOfFailure(
  error: unknown,
  attempt: number,
  policy: RetryPolicy | undefined,
  random: () => number,
): WorkOutcome {
  const {
    attempts = defaultAttempts,
    firstDelayMs = 1000,
    maxDelayMs = defaultMaxDelayMs,
    isWorthRetrying,
  } = policy ?? {}
  const said = describeError(error)
  if (attempt >= attempts || isWorthRetrying?.(error) === false) return { status: 'dead', error: said }
  const longest = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return { status: 'retry', delayMs: longest * (0.5 + random() / 2), error: said }
}
