import { TransportError } from '@hermes/core'

/** Aborts one call when its caller aborts, or when a step exceeds its time limit. */
export interface CallGuard extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error. */
  readonly signal: AbortSignal
  /** Aborts the call when `step` takes longer than `limitMs`. `step` must reject when {@link CallGuard.signal} is aborted. */
  limit<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
  /** Like {@link CallGuard.limit}, for a step that may ignore the signal: rejects as soon as the signal is aborted. */
  wait<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
}

/** The longest delay that `setTimeout` supports. */
const longestTimerMs = 2 ** 31 - 1

export function createCallGuard(caller: AbortSignal): CallGuard {
  const controller = new AbortController()
  const { signal } = controller
  const forward = () => controller.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })

  async function limit<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value> {
    const giveUp = () => controller.abort(new TransportError('timeout', describeTimeout()))
    const timer = limitMs <= longestTimerMs ? setTimeout(giveUp, limitMs) : undefined
    try {
      return await step
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    signal,
    limit,
    async wait(step, limitMs, describeTimeout) {
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await limit(Promise.race([step, aborted]), limitMs, describeTimeout)
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
    [Symbol.dispose]: () => caller.removeEventListener('abort', forward),
  }
}
