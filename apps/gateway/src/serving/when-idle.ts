/** How long the process is observed at a time, in milliseconds. */
const roundMs = 100
/** The share of that time that an idle process may work. */
const idleShare = 0.5

/** Calls `act` once, after a round in which the process was idle most of the time. */
export function whenIdle(act: () => void): Disposable {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > idleShare) return
    clearInterval(timer)
    act()
  }, roundMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
