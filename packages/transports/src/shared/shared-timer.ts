/** Calls back once after `delayMs`, which may be any number. The returned function stops the timer. */
export type StartTimer = (callback: () => void, delayMs: number) => () => void

/** Maximum delay of `setTimeout`: 24 days. */
const longestTimerMs = 2 ** 31 - 1

interface Alarm {
  readonly atMs: number
  readonly callback: () => void
}

/**
 * Creates time limits that share one timer of the runtime. A model call has three limits, nearly always stopped early,
 * and a separate timer for each would cost more than reading an answer. The shared timer fires for the earliest limit,
 * even if that has been stopped, and then waits for the next one. It keeps the process alive only while there are limits.
 */
export function createSharedTimer(): StartTimer {
  const alarms = new Set<Alarm>()
  let timer: { readonly atMs: number; readonly handle: ReturnType<typeof setTimeout> } | undefined

  function arm(atMs: number): void {
    clearTimeout(timer?.handle)
    const delayMs = Math.min(Math.max(0, atMs - performance.now()), longestTimerMs)
    timer = { atMs, handle: setTimeout(fire, delayMs) }
  }

  function fire(): void {
    timer = undefined
    const nowMs = performance.now()
    const due = [...alarms].filter(({ atMs }) => atMs <= nowMs)
    const nextMs = Math.min(...[...alarms].map(({ atMs }) => atMs).filter((atMs) => atMs > nowMs))
    if (alarms.size > due.length) arm(nextMs)
    for (const alarm of due) if (alarms.delete(alarm)) alarm.callback()
  }

  /** Outside Node.js, a timer is a number and never keeps anything alive. */
  function keepAlive(isKept: boolean): void {
    if (typeof timer?.handle !== 'object') return
    if (isKept) timer.handle.ref()
    else timer.handle.unref()
  }

  return (callback, delayMs) => {
    const alarm = { atMs: performance.now() + delayMs, callback }
    if (!timer || alarm.atMs < timer.atMs) arm(alarm.atMs)
    else if (alarms.size === 0) keepAlive(true)
    alarms.add(alarm)
    return () => {
      if (alarms.delete(alarm) && alarms.size === 0) keepAlive(false)
    }
  }
}
