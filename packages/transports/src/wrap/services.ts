/** Time and chance, as the decorators know them. Tests replace them to be deterministic. */
export interface WrapServices {
  /** Milliseconds. Default: a clock that never jumps, because it measures waits. */
  readonly now?: () => number
  /** Milliseconds since 1970, for what outlives the process. Default `Date.now`. */
  readonly wallClock?: () => number
  /** Resolves after `ms`; rejects with `signal.reason`, at once, when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Calls back once after `delayMs`; the result stops the timer. Default `setTimeout`. */
  readonly startTimer?: (callback: () => void, delayMs: number) => () => void
  /** From 0 to 1. Default `Math.random`. */
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

/** `setTimeout` cannot wait longer: 24 days. */
export const longestTimerMs = 2 ** 31 - 1

function startTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/** Node's own builds an exception with its stack for each sleep that is ended, and each call ends one. */
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
