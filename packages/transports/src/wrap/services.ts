/** Clock, timers and random numbers of the decorators. Tests replace them to be deterministic. */
export interface WrapServices {
  /** Returns the time in milliseconds, for measuring durations. Default: a monotonic clock. */
  readonly now?: () => number
  /** Returns the time in milliseconds since 1970, for stored times. Default: `Date.now`. */
  readonly wallClock?: () => number
  /** Resolves after `ms`, or rejects with `signal.reason` as soon as the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back once after `delayMs`. The returned function stops the timer. Default: `setTimeout`. */
  readonly startTimer?: (callback: () => void, delayMs: number) => () => void
  /** Returns a random number from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number
}

export const monotonicServices: Required<WrapServices> = {
  now: () => performance.now(),
  wallClock: Date.now,
  sleep,
  startTimer,
  random: Math.random,
}

export const wallClockServices: Required<WrapServices> = { ...monotonicServices, now: Date.now }

/** Maximum delay of `setTimeout`: 24 days. */
export const longestTimerMs = 2 ** 31 - 1

function startTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Replaces Node's version, which creates an error with a stack for each aborted delay. Every call aborts one. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => reject(signal.reason)
  const timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  signal.addEventListener('abort', leave, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}
