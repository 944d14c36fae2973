import { describeError, type SessionStore } from '@hermes/core'
import { createScheduler, type SchedulerOptions } from '@hermes/scheduler'
import type { VirtualClock } from './virtual-clock.js'

/** A scheduler on a virtual clock that can be stopped and restarted. */
export interface VirtualScheduler {
  readonly isRunning: boolean
  /** Whether the scheduler waits for the clock. */
  readonly isAsleep: boolean
  start(): void
  /** Stops taking new firings. Running ones end. */
  stop(): void
  wake(): void
  /** Resolves when nothing of it runs any longer. @throws {Error} the error that the scheduler failed with. */
  ended(): Promise<void>
}

export interface VirtualSchedulerOptions extends Pick<SchedulerOptions, 'run' | 'deliveries'> {
  readonly store: SessionStore
  readonly clock: VirtualClock
}

export function createVirtualScheduler({ clock, ...options }: VirtualSchedulerOptions): VirtualScheduler {
  const all: Promise<void>[] = []
  let sleeping = 0
  let current: { readonly stop: AbortController; readonly wake: () => void } | undefined

  const startTimer: VirtualClock['startTimer'] = (callback, delayMs) => {
    sleeping += 1
    let isOver = false
    const end = () => {
      if (!isOver) sleeping -= 1
      isOver = true
    }
    const cancel = clock.startTimer(() => {
      end()
      callback()
    }, delayMs)
    return () => {
      end()
      cancel()
    }
  }

  return {
    get isRunning() {
      return current !== undefined
    },
    get isAsleep() {
      return sleeping > 0
    },
    start() {
      if (current) return
      const stop = new AbortController()
      const scheduler = createScheduler({ ...options, services: { now: clock.now, startTimer } })
      all.push(scheduler.run(stop.signal))
      current = { stop, wake: scheduler.wake }
    },
    stop() {
      current?.stop.abort()
      current = undefined
    },
    wake: () => current?.wake(),
    async ended() {
      const failed = (await Promise.allSettled(all)).find((result) => result.status === 'rejected')
      if (failed) throw new Error(`A scheduler failed: ${describeError(failed.reason)}`, { cause: failed.reason })
    },
  }
}
