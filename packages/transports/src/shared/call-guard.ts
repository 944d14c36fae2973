import { TransportError } from '@hermes/core'

/** Watches one call: ends it when its caller aborts, or when the server stays silent for too long. */
export interface CallGuard extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error. */
  readonly signal: AbortSignal
  /** Gives the call up when `step`, which ends with {@link CallGuard.signal}, takes longer. */
  limit<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
  /** The same for a step that may not know of the signal: an abort ends the waiting. */
  wait<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
}

/** `setTimeout` cannot wait longer. */
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
