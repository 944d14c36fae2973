/**
 * Waits for `work`, at most `graceMs` longer once `signal` is aborted; then rejects with the signal's reason and leaves the
 * work to itself: what becomes of it is nobody's business any more.
 */
export function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal, graceMs = 0): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const giveUp = () => {
      timer = setTimeout(() => reject(signal.reason), graceMs)
    }
    const settle = (act: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      act()
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    // Kept even when given up: a late failure must not become an unhandled rejection.
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}
