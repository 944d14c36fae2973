import type { CallClock } from './call-clock.js'
import type { RequestOrigin } from './server-requests.js'

export interface CallInFlight extends RequestOrigin {
  readonly clock: CallClock
}

/** The running calls of a connection. */
export interface CallsInFlight {
  /** Registers a call. @returns a function to call when the call has ended. */
  enter(call: CallInFlight): () => void
  /**
   * Returns the call that a request of the server belongs to. The protocol does not identify it: `undefined` without a
   * call, or when calls of different conversations run, because a question must not reach another person.
   */
  current(): CallInFlight | undefined
}

export function createCallsInFlight(): CallsInFlight {
  const calls = new Set<CallInFlight>()
  return {
    enter(call) {
      calls.add(call)
      return () => calls.delete(call)
    },
    current() {
      const roots = new Set([...calls].map(({ run, sessionId }) => run?.rootSessionId ?? sessionId))
      return roots.size === 1 ? [...calls].at(-1) : undefined
    },
  }
}
