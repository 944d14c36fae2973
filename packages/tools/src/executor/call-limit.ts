import { HermesError } from '@hermes/core'
import { followSignal } from './follow-signal.js'

/** Time limit of one call. */
export interface CallLimit {
  /** Aborted when the time limit is reached or the turn is interrupted. */
  readonly signal: AbortSignal
  /** Returns the error for the model once the limit is reached; `undefined` before, and after an interrupt of the turn. */
  reached(): HermesError | undefined
  /** Releases the timer. Must be called when the call has ended. */
  end(): void
}

/** Maximum delay of a Node.js timer. */
const longestTimerMs = 2 ** 31 - 1

/** Starts the time limit of a call. Returns `undefined` when there is no limit. */
export function startLimit(name: string, timeoutMs: number, turn: AbortSignal): CallLimit | undefined {
  if (timeoutMs > longestTimerMs) return undefined
  const own = followSignal(turn)
  let error: HermesError | undefined
  const stop = () => {
    const seconds = (timeoutMs / 1000).toLocaleString('en-US')
    const text = `"${name}" was ended after its time limit of ${seconds} s; what it did until then is unknown.`
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
