import { createHistogram, performance } from 'node:perf_hooks'

/** How long a timer of the main thread was late, in milliseconds. */
export interface LoopDelay {
  readonly p99Ms: number
  readonly maxMs: number
}

const intervalMs = 50

/**
 * Returns a function that measures from its first call on. Each call returns the figures since the previous one, and the first returns none.
 *
 * `monitorEventLoopDelay` does not work here, because each reset loses the delay that is in progress.
 */
export function createLoopDelay(): () => LoopDelay | undefined {
  const histogram = createHistogram()
  let dueMs: number | undefined
  // The histogram takes integers from 1, so it counts microseconds.
  const record = () => {
    const nowMs = performance.now()
    histogram.record(Math.max(1, Math.round((nowMs - (dueMs ?? nowMs)) * 1000)))
  }
  return () => {
    if (dueMs === undefined) {
      dueMs = performance.now() + intervalMs
      const sample = () => {
        record()
        dueMs = performance.now() + intervalMs
      }
      setInterval(sample, intervalMs).unref()
      return undefined
    }
    record()
    // The delay that is counted here is not counted again when the timer fires.
    dueMs = Math.max(dueMs, performance.now())
    const delay = { p99Ms: Math.round(histogram.percentile(99) / 1000), maxMs: Math.round(histogram.max / 1000) }
    histogram.reset()
    return delay
  }
}
