import type { StartTimer } from '@hermes/core/questions'

/** A monotonic clock that moves only on request, with a separate wall clock that can be set. */
export interface VirtualClock {
  /** The wall clock, in milliseconds since 1970. */
  readonly now: () => number
  readonly startTimer: StartTimer
  /** Returns the wall time of the next timer, or `undefined` if there is none. */
  nextTimerMs(): number | undefined
  /** Moves to a wall time and runs the timers that are due by then. */
  moveTo(wallMs: number): void
  /** Sets the wall clock. Timers keep their delays. */
  set(wallMs: number): void
}

export function createVirtualClock(startMs: number): VirtualClock {
  let elapsedMs = 0
  let offsetMs = startMs
  const timers = new Map<object, { readonly atMs: number; readonly callback: () => void }>()
  return {
    now: () => elapsedMs + offsetMs,
    startTimer(callback, delayMs) {
      const key = {}
      timers.set(key, { atMs: elapsedMs + delayMs, callback })
      return () => void timers.delete(key)
    },
    nextTimerMs() {
      const times = Array.from(timers.values(), ({ atMs }) => atMs)
      return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other)) + offsetMs
    },
    moveTo(wallMs) {
      elapsedMs = Math.max(elapsedMs, wallMs - offsetMs)
      for (const [key, { atMs, callback }] of [...timers]) {
        if (atMs <= elapsedMs && timers.delete(key)) callback()
      }
    },
    set(wallMs) {
      offsetMs = wallMs - elapsedMs
    },
  }
}
