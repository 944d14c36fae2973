/**
 * Waits for `work`. Once `signal` is aborted, waits at most `graceMs` longer, then rejects with the signal's reason.
 * The work itself is not stopped, and its outcome is ignored.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, graceMs = 0): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      act()
    }
    const rejectAborted = () => settle(() => reject(signal.reason))
    function giveUp() {
      if (graceMs === 0) rejectAborted()
      else timer = setTimeout(rejectAborted, graceMs)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    // Handled even after giving up, so that a late failure does not become an unhandled rejection.
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}
