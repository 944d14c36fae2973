import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, StoreError } from '@hermes/core'
import { codeOf } from './translate-error.js'

/** Does what another process may be in the way of, until it is out of the way. */
export type Patience = <T>(work: () => T) => Promise<T>

export interface PatienceOptions {
  readonly path: string
  readonly patienceMs: number
  readonly random: () => number
  readonly logger: Logger
}

/** A lock is held for well under a millisecond as a rule: come back soon at first, and in no hurry when it lasts. */
const hurryMs = 200
const soonMs = [1, 10] as const
const laterMs = [20, 150] as const

/**
 * Repeats `work` while another process holds the file. The waits are random, so that processes that collided do not
 * collide again, and leave the event loop to others. `work` has to be repeatable: a transaction is.
 */
export function createPatience({ path, patienceMs, random, logger }: PatienceOptions): Patience {
  return async (work) => {
    const startedAt = performance.now()
    for (let hasReported = false; ; ) {
      try {
        return work()
      } catch (error) {
        if (!isLocked(error)) throw error
        const waitedMs = performance.now() - startedAt
        if (waitedMs >= patienceMs) throw toLockedError(path, waitedMs, error)
        if (waitedMs > hurryMs && !hasReported) {
          logger.log('warn', 'waiting for another process to release the session store', { path })
          hasReported = true
        }
        await sleep(waitFor(waitedMs, random))
      }
    }
  }
}

function waitFor(waitedMs: number, random: () => number): number {
  const [least, most] = waitedMs < hurryMs ? soonMs : laterMs
  return least + random() * (most - least)
}

/** Whether another process is in the way. */
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
