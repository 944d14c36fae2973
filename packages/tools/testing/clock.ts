import type { StartTimer } from '@hermes/core'

/** Time that passes when the test says so. */
export interface Clock {
  readonly startTimer: StartTimer
  readonly monotonic: () => number
  /** Timers that are set. */
  readonly pending: number
  /** Lets the time pass, and everything happen that happens in it. */
  pass(ms: number): Promise<void>
}

export function createClock(): Clock {
  let nowMs = 0
  const timers = new Map<object, { readonly atMs: number; readonly callback: () => void }>()
  return {
    monotonic: () => nowMs,
    get pending() {
      return timers.size
    },
    startTimer(callback, delayMs) {
      const key = {}
      timers.set(key, { atMs: nowMs + delayMs, callback })
      return () => void timers.delete(key)
    },
    async pass(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        await settled()
        const [next] = [...timers].sort(([, left], [, right]) => left.atMs - right.atMs)
        if (!next || next[1].atMs > untilMs) break
        timers.delete(next[0])
        nowMs = next[1].atMs
        next[1].callback()
      }
      nowMs = untilMs
      await settled()
    },
  }
}

/** Lets everything that waits for nothing but promises go on. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve))
}
