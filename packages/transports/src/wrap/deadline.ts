import { TransportError } from '@hermes/core'
import type { WrapServices } from './services.js'

/** The longest that one call may take, with all its repetitions. */
export interface Deadline extends Disposable {
  /** Aborted with the caller's reason, or with a `timeout` error when the time is over. */
  readonly signal: AbortSignal
  /** Whether a wait of this length would end in time. */
  leavesRoomFor(ms: number): boolean
}

/** Never read: without an explicit reason every call would construct an exception with its stack. */
const ended = Object.freeze({ reason: 'ended' })

export function startDeadline(caller: AbortSignal, totalMs: number, services: Required<WrapServices>): Deadline {
  if (totalMs === Number.POSITIVE_INFINITY) {
    return { signal: caller, leavesRoomFor: () => true, [Symbol.dispose]: () => undefined }
  }
  const endMs = services.now() + totalMs
  const ending = new AbortController()
  const forward = () => ending.abort(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  const disposed = new AbortController()
  services.sleep(totalMs, disposed.signal).then(
    () => ending.abort(timeoutError(totalMs)),
    () => undefined,
  )
  return {
    signal: ending.signal,
    leavesRoomFor: (ms) => services.now() + ms < endMs,
    [Symbol.dispose]() {
      caller.removeEventListener('abort', forward)
      disposed.abort(ended)
    },
  }
}

function timeoutError(totalMs: number): TransportError {
  return new TransportError('timeout', `The model call took longer than ${Math.round(totalMs / 1000)} s: try again.`)
}
