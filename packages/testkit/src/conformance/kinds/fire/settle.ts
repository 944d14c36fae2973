import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SessionStore } from '@hermes/core'
import type { StubAgent } from './stub-agent.js'
import type { VirtualScheduler } from './virtual-scheduler.js'

export interface SettleOptions {
  readonly schedulers: readonly VirtualScheduler[]
  readonly agent: StubAgent
  readonly store: SessionStore
}

/**
 * A scheduler that put an item on the queue may be stopped before it takes the item; the others see it when they wake.
 */
const longestMs = 1500

/** Waits until everything waits for the clock: schedulers sleep, and the agent works on each claimed item. */
export async function settle({ schedulers, agent, store }: SettleOptions): Promise<void> {
  const beganAt = performance.now()
  for (;;) {
    await nextTurn()
    const running = schedulers.filter(({ isRunning }) => isRunning)
    if (!running.every(({ isAsleep }) => isAsleep)) continue
    const items = (await store.queue?.list({ queue: 'cron' })) ?? []
    const claimed = items.filter(({ status }) => status === 'claimed').length
    const waiting = items.filter(({ status }) => status === 'waiting').length
    const isWaiting = waiting > 0 && running.length > 0 && performance.now() - beganAt < longestMs
    if (claimed === agent.working && !isWaiting && running.every(({ isAsleep }) => isAsleep)) return
  }
}
