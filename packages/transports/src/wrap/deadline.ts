import { TransportError } from '@hermes/core'
import { longestTimerMs, type WrapServices } from './services.js'

/** Time limit of one call, including its retries. */
export interface Deadline extends Disposable {
  /** Signal that is aborted with the reason of the caller or of `end`, or with a `timeout` error when the time is up. */
  readonly signal: AbortSignal
  /** Ends the running attempt and prevents further ones. */
  end(reason: unknown): void
  /** Whether a delay of this length ends before the deadline. */
  leavesRoomFor(ms: number): boolean
}

export function startDeadline(caller: AbortSignal, totalMs: number, services: Required<WrapServices>): Deadline {
  const endMs = services.now() + totalMs
  const ending = new AbortController()
  const end = (reason: unknown) => ending.abort(reason)
  const forward = () => end(caller.reason)
  if (caller.aborted) forward()
  else caller.addEventListener('abort', forward, { once: true })
  const stopTimer =
    totalMs === Number.POSITIVE_INFINITY
      ? undefined
      : services.startTimer(() => end(timeoutError(totalMs)), Math.min(totalMs, longestTimerMs))
  return {
    signal: ending.signal,
    end,
    leavesRoomFor: (ms) => services.now() + ms < endMs,
    [Symbol.dispose]() {
      caller.removeEventListener('abort', forward)
      stopTimer?.()
    },
  }
}

function timeoutError(totalMs: number): TransportError {
  return new TransportError('timeout', `The model call took longer than ${Math.round(totalMs / 1000)} s: try again.`)
}
