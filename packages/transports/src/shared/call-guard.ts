import { TransportError } from '@hermes/core'

/** Watches one call: ends it when its caller aborts, or when the server stays silent for too long. */
export interface CallGuard extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error. */
  readonly signal: AbortSignal
  /** Waits for `step`, but not past `limitMs` and not past an abort. */
  wait<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
}

/** `setTimeout` cannot wait longer. */
const longestTimerMs = 2 ** 31 - 1

export function createCallGuard(caller: AbortSignal): CallGuard {
  const controller = new AbortController()
  const { signal } = controller
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  // Whoever waits hears of it; with nobody waiting it is no unhandled rejection.
  aborted.catch(() => undefined)
  const forward = () => controller.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  return {
    signal,
    async wait(step, limitMs, describeTimeout) {
      const giveUp = () => controller.abort(new TransportError('timeout', describeTimeout()))
      const timer = limitMs <= longestTimerMs ? setTimeout(giveUp, limitMs) : undefined
      try {
        return await Promise.race([step, aborted])
      } finally {
        clearTimeout(timer)
      }
    },
    [Symbol.dispose]: () => caller.removeEventListener('abort', forward),
  }
}
