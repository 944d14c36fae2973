import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, as the decorators know them. Tests replace them to be deterministic. */
export interface WrapServices {
  /** Milliseconds. Default: a clock that never jumps; for what outlives the process, `Date.now`. */
  readonly now?: () => number
  /** Resolves after `ms`; rejects with `signal.reason`, at once, when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1. Default `Math.random`. */
  readonly random?: () => number
}

export const monotonicServices: Required<WrapServices> = {
  now: () => performance.now(),
  sleep,
  random: Math.random,
}

export const wallClockServices: Required<WrapServices> = { ...monotonicServices, now: Date.now }

/** `setTimeout` cannot wait longer: 24 days. */
const longestTimerMs = 2 ** 31 - 1

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(ms, longestTimerMs), undefined, { signal }).catch(() => signal.throwIfAborted())
}
