import { HermesError } from '@hermes/core'
import { followSignal } from './follow-signal.js'

/** The time that one call may take. */
export interface CallLimit {
  /** Aborted when the time is over, or with the turn. */
  readonly signal: AbortSignal
  /** What the model reads once the time is over; `undefined` before that, and when the turn was interrupted. */
  reached(): HermesError | undefined
  /** To be called when the call has ended. */
  end(): void
}

/** Longer than this no timer of Node runs. */
const longestTimerMs = 2 ** 31 - 1

/** `undefined` where there is no limit. */
export function startLimit(name: string, timeoutMs: number, turn: AbortSignal): CallLimit | undefined {
  if (timeoutMs > longestTimerMs) return undefined
  const own = followSignal(turn)
  let error: HermesError | undefined
  const stop = () => {
    const seconds = (timeoutMs / 1000).toLocaleString('en-US')
    const text = `"${name}" was ended after ${seconds} s, its time limit; what it did until then is unknown.`
    error = new HermesError('tool/time-limit', text)
    own.abort(error)
  }
  const timer = setTimeout(stop, timeoutMs)
  return {
    signal: own.signal,
    reached: () => (turn.aborted ? undefined : error),
    end: () => {
      clearTimeout(timer)
      own[Symbol.dispose]()
    },
  }
}
