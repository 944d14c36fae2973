import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, StoreError } from '@hermes/core'
import { codeOf } from './translate-error.js'

/** Runs work and retries it while another process holds the lock. */
export type RetryWhileLocked = <T>(work: () => T) => Promise<T>

export interface RetryWhileLockedOptions {
  readonly path: string
  readonly timeoutMs: number
  readonly random: () => number
  readonly logger: Logger
}

/** How long retries are fast. A lock is usually held for less than a millisecond, so they are fast at first and then slow. */
const fastPhaseMs = 200
const fastDelayMs = [1, 10] as const
const slowDelayMs = [20, 150] as const

/**
 * Creates a function that retries `work` while another process locks the file. Delays are random, so that colliding
 * processes do not collide again, and do not block the event loop. `work` must be repeatable, as a transaction is.
 */
export function createRetryWhileLocked({ path, timeoutMs, random, logger }: RetryWhileLockedOptions): RetryWhileLocked {
  return async (work) => {
    const startedAt = performance.now()
    for (let hasReported = false; ; ) {
      try {
        return work()
      } catch (error) {
        if (!isLocked(error)) throw error
        const waitedMs = performance.now() - startedAt
        if (waitedMs >= timeoutMs) throw toLockedError(path, waitedMs, error)
        if (waitedMs > fastPhaseMs && !hasReported) {
          logger.log('warn', 'waiting for another process to release the session store', { path })
          hasReported = true
        }
        await sleep(waitFor(waitedMs, random))
      }
    }
  }
}

function waitFor(waitedMs: number, random: () => number): number {
  const [least, most] = waitedMs < fastPhaseMs ? fastDelayMs : slowDelayMs
  return least + random() * (most - least)
}

/** Whether another process holds the lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

function toLockedError(path: string, waitedMs: number, cause: unknown): StoreError {
  return new StoreError(
    'unavailable',
    `Another process held ${path} for ${Math.round(waitedMs / 1000)} seconds: close the program that uses it, then try again.`,
    { cause },
  )
}
