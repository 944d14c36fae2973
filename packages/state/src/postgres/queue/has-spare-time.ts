import { type EventLoopUtilization, performance } from 'node:perf_hooks'

export interface SpareTimeServices {
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number
  readonly utilization?: (now?: EventLoopUtilization, before?: EventLoopUtilization) => EventLoopUtilization
}

const windowMs = 250
/** The utilization above which a process leaves work to others. */
const most = 0.7

/** Returns a function that reports whether the event loop of this process has had spare time lately. */
export function createHasSpareTime(services: SpareTimeServices = {}): () => boolean {
  const { monotonic = () => performance.now(), utilization = performance.eventLoopUtilization } = services
  let before = utilization()
  let measuredAt = monotonic()
  let hasTime = true
  return () => {
    if (monotonic() - measuredAt >= windowMs) {
      const now = utilization()
      hasTime = utilization(now, before).utilization <= most
      before = now
      measuredAt = monotonic()
    }
    return hasTime
  }
}
