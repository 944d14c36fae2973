/** The longest delay that `setTimeout` supports. */
const longestTimerMs = 2 ** 31 - 1

/** Limits how long each of many consecutive waits may take. After disposal, nothing is limited. */
export interface TimeLimit extends Disposable {
  /** Starts a wait of at most `limitMs`. */
  begin(limitMs: number): void
  end(): void
}

/**
 * Creates a limit for streams, which wait thousands of times and nearly always briefly. All waits share one timer,
 * which looks at the clock when it fires.
 *
 * @param onPass Called when a wait has taken too long.
 */
export function createTimeLimit(onPass: () => void): TimeLimit {
  let deadline = Number.POSITIVE_INFINITY
  let isDisposed = false
  let timer: { readonly firesAt: number; readonly stop: () => void } | undefined

  function start(at: number): void {
    timer?.stop()
    const handle = setTimeout(check, Math.min(Math.max(0, at - performance.now()), longestTimerMs))
    timer = { firesAt: at, stop: () => clearTimeout(handle) }
  }

  function check(): void {
    timer = undefined
    if (deadline === Number.POSITIVE_INFINITY) return
    if (performance.now() < deadline) {
      start(deadline)
    } else {
      deadline = Number.POSITIVE_INFINITY
      onPass()
    }
  }

  return {
    begin(limitMs) {
      if (isDisposed) return
      deadline = performance.now() + limitMs
      if (deadline < (timer?.firesAt ?? Number.POSITIVE_INFINITY)) start(deadline)
    },
    end() {
      deadline = Number.POSITIVE_INFINITY
    },
    [Symbol.dispose]() {
      isDisposed = true
      timer?.stop()
    },
  }
}
