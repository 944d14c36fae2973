import { TransportError } from '@hermes/core'
import type { WrapServices } from './services.js'

/** The longest that one call may take, with all its repetitions. */
export interface Deadline extends Disposable {
  /** Aborted with the caller's reason, with that of `end`, or with a `timeout` error when the time is over. */
  readonly signal: AbortSignal
  /** Ends the attempt that is running, and allows no other. */
  end(reason: unknown): void
  /** Whether a wait of this length would end in time. */
  leavesRoomFor(ms: number): boolean
}

/** Never read: without an explicit reason every call would construct an exception with its stack. */
const ended = Object.freeze({ reason: 'ended' })

export function startDeadline(caller: AbortSignal, totalMs: number, services: Required<WrapServices>): Deadline {
  const endMs = services.now() + totalMs
  const ending = new AbortController()
  const end = (reason: unknown) => ending.abort(reason)
  const forward = () => end(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  const disposed = new AbortController()
  if (totalMs !== Number.POSITIVE_INFINITY) {
    services.sleep(totalMs, disposed.signal).then(
      () => end(timeoutError(totalMs)),
      () => undefined,
    )
  }
  return {
    signal: ending.signal,
    end,
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
