import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@hermes/core'
import { describeError } from '@hermes/core'
import { isTransient, translateError } from './translate-error.js'

/** Runs work and retries it while the server restarts, the network is down or another process interferes. */
export type RetryTransient = <T>(work: () => Promise<T>, options?: RetryOptions) => Promise<T>

export interface RetryOptions {
  /** Returns a shorter timeout for some errors, in milliseconds. */
  readonly timeoutMsFor?: (error: unknown) => number
}

export interface RetryTransientOptions {
  /** Name of the server in messages, without user and password. */
  readonly server: string
  readonly timeoutMs: number
  readonly random: () => number
  readonly logger: Logger
}

const fastPhaseMs = 300
const fastDelayMs = [2, 25] as const
const slowDelayMs = [50, 500] as const

/**
 * Creates a function that retries `work` while it fails for a transient reason. Delays are random, so that processes
 * that collided or lost the server together do not retry at the same moment. `work` must be repeatable.
 */
export function createRetryTransient({ server, timeoutMs, random, logger }: RetryTransientOptions): RetryTransient {
  return async (work, { timeoutMsFor = () => timeoutMs } = {}) => {
    const startedAt = performance.now()
    for (let hasReported = false; ; ) {
      try {
        return await work()
      } catch (error) {
        const waitedMs = performance.now() - startedAt
        if (!isTransient(error) || waitedMs >= timeoutMsFor(error)) throw translateError(error, server)
        if (waitedMs > fastPhaseMs && !hasReported) {
          logger.log('warn', 'waiting for the session store', { server, reason: describeError(error) })
          hasReported = true
        }
        const [least, most] = waitedMs < fastPhaseMs ? fastDelayMs : slowDelayMs
        await sleep(least + random() * (most - least))
      }
    }
  }
}
