import { TransportError } from '@hermes/core'
import type { StartTimer } from '../shared-timer.js'

/** Aborts one call when its caller aborts or a step exceeds its time limit. Steps run one after the other. */
export interface CallGuard extends Disposable {
  /** Signal that is aborted with the caller's reason or with a `timeout` error. */
  readonly signal: AbortSignal
  /** Starts a step, which must end when {@link CallGuard.signal} is aborted, after `limitMs` at the latest. */
  begin(limitMs: number, describeTimeout: () => string): void
  /** Ends the step. */
  end(): void
  abort(reason: unknown): void
}

export function createCallGuard(caller: AbortSignal, startTimer: StartTimer): CallGuard {
  const controller = new AbortController()
  const forward = () => controller.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  let stopTimer: (() => void) | undefined
  const end = () => stopTimer?.()
  return {
    signal: controller.signal,
    begin(limitMs, describeTimeout) {
      end()
      stopTimer = startTimer(() => controller.abort(new TransportError('timeout', describeTimeout())), limitMs)
    },
    end,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]() {
      end()
      caller.removeEventListener('abort', forward)
    },
  }
}
