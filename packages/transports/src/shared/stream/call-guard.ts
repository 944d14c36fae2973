import { TransportError } from '@hermes/core'
import { createTimeLimit } from '@hermes/safety'

/** Aborts one call when its caller aborts, or when a step exceeds its time limit. Its steps run one after the other. */
export interface CallGuard extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error. */
  readonly signal: AbortSignal
  /** Aborts the call when `step` takes longer than `limitMs`. `step` must reject when {@link CallGuard.signal} is aborted. */
  limit<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
  /** Like {@link CallGuard.limit}, for a step that may ignore the signal: rejects as soon as the signal is aborted. */
  wait<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value>
}

export function createCallGuard(caller: AbortSignal): CallGuard {
  const controller = new AbortController()
  const { signal } = controller
  const forward = () => controller.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  let describe = () => ''
  const time = createTimeLimit(() => controller.abort(new TransportError('timeout', describe())))

  async function limit<Value>(step: Promise<Value>, limitMs: number, describeTimeout: () => string): Promise<Value> {
    describe = describeTimeout
    time.begin(limitMs)
    try {
      return await step
    } finally {
      time.end()
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
    [Symbol.dispose]() {
      time[Symbol.dispose]()
      caller.removeEventListener('abort', forward)
    },
  }
}
