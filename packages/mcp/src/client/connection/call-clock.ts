import { HermesError } from '@hermes/core'

/** The time limit of one call. The time that people take to answer the server's questions does not count. */
export interface CallClock extends Disposable {
  /** Aborted at the limit, or with the caller's signal. */
  readonly signal: AbortSignal
  /** Returns the error of the limit, once it was reached. */
  expired(): HermesError | undefined
  /** Restarts the limit. */
  restart(): void
  /** Stops the clock while `work` runs. */
  pause<Result>(work: () => Promise<Result>): Promise<Result>
}

/**
 * Maximum duration of a call in multiples of the limit. Progress restarts the clock, but a server must not keep a call
 * open forever.
 */
const mostLimits = 12

export function startCallClock(server: string, limitMs: number, caller: AbortSignal): CallClock {
  const own = new AbortController()
  const end = () => own.abort(caller.reason)
  let expired: HermesError | undefined
  let timer: NodeJS.Timeout | undefined
  let pauses = 0
  let spentMs = 0
  let since = performance.now()

  const expire = () => {
    expired = new HermesError(
      'mcp/time-limit',
      `The MCP server "${server}" did not answer within ${limitMs / 1000} s: what the call did until then is unknown.`,
    )
    own.abort(expired)
  }
  const stop = () => {
    clearTimeout(timer)
    spentMs += performance.now() - since
  }
  const start = () => {
    clearTimeout(timer)
    since = performance.now()
    timer = setTimeout(expire, Math.max(0, Math.min(limitMs, limitMs * mostLimits - spentMs)))
  }

  if (caller.aborted) end()
  else caller.addEventListener('abort', end, { once: true })
  start()
  return {
    signal: own.signal,
    expired: () => expired,
    restart() {
      if (pauses > 0) return
      stop()
      start()
    },
    async pause(work) {
      if (pauses === 0) stop()
      pauses += 1
      try {
        return await work()
      } finally {
        pauses -= 1
        if (pauses === 0) start()
      }
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      caller.removeEventListener('abort', end)
    },
  }
}
