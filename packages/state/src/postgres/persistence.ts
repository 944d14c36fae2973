import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@hermes/core'
import { describeError } from '@hermes/core'
import { isPassing, translateError } from './translate-error.js'

/** Does what a server that restarts, a network that is away or another process may be in the way of. */
export type Persist = <T>(work: () => Promise<T>, options?: PersistOptions) => Promise<T>

export interface PersistOptions {
  /** Where some failures are not waited for as long as others. */
  readonly patienceMsFor?: (error: unknown) => number
}

export interface PersistenceOptions {
  /** How it is called in sentences: without user and password. */
  readonly server: string
  readonly patienceMs: number
  readonly random: () => number
  readonly logger: Logger
}

const hurryMs = 300
const soonMs = [2, 25] as const
const laterMs = [50, 500] as const

/**
 * Repeats `work` while it fails for a passing reason. The waits are random, so that processes that collided, or that all lost
 * the server at once, do not come back at the same moment. `work` has to be repeatable.
 */
export function createPersistence({ server, patienceMs, random, logger }: PersistenceOptions): Persist {
  return async (work, { patienceMsFor = () => patienceMs } = {}) => {
    const startedAt = performance.now()
    for (let hasReported = false; ; ) {
      try {
        return await work()
      } catch (error) {
        const waitedMs = performance.now() - startedAt
        if (!isPassing(error) || waitedMs >= patienceMsFor(error)) throw translateError(error, server)
        if (waitedMs > hurryMs && !hasReported) {
          logger.log('warn', 'waiting for the session store', { server, reason: describeError(error) })
          hasReported = true
        }
        const [least, most] = waitedMs < hurryMs ? soonMs : laterMs
        await sleep(least + random() * (most - least))
      }
    }
  }
}
