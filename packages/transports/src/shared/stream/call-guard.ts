import { TransportError } from '@hermes/core'
import type { StartTimer } from '../shared-timer.js'

/** Aborts one call when its caller aborts, or when a step exceeds its time limit. Its steps run one after the other. */
export interface CallGuard extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error. */
  readonly signal: AbortSignal
  /** A step begins, which must end when {@link CallGuard.signal} is aborted: after `limitMs`, at the latest. */
  begin(limitMs: number, describeTimeout: () => string): void
  /** The step has ended. */
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
