import type { StartTimer } from '@hermes/core/questions'

/** A clock controlled by the test. Its members match the services of code that takes a clock. */
export interface FakeClock {
  /** Milliseconds since 1970; advances with the other members. */
  readonly now: () => number
  /** Milliseconds since the clock was created. */
  readonly monotonic: () => number
  readonly startTimer: StartTimer
  /** The number of active timers. */
  readonly pending: number
  /** Advances the time and runs everything that is due. */
  pass(ms: number): Promise<void>
}

const beginsAtMs = Date.UTC(2026, 8, 21)

/**
 * Creates a clock without a real timer behind it.
 *
 * @example
 * ```ts
 * const clock = createFakeClock()
 * const desk = createQuestionDesk({ table, services: clock })
 * await clock.pass(300_000)
 * ```
 */
export function createFakeClock(): FakeClock {
  let nowMs = 0
  const timers = new Map<object, { readonly atMs: number; readonly callback: () => void }>()
  return {
    now: () => beginsAtMs + nowMs,
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

/** Lets pending promise callbacks run. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve))
}
