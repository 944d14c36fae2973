import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { createSharedTimer } from '../shared/shared-timer.js'
import { backoffMs } from './backoff.js'
import type { CallOptions } from './call-options.js'
import { startDeadline } from './deadline.js'
import { detailsOf } from './error-details.js'
import { adviseOn } from './failure-advice.js'
import { isAway } from './is-away.js'
import { formatWait, isShownAfter, retryNotice } from './notices.js'
import { createRequestBudget } from './request-budget.js'
import { monotonicServices, type WrapServices } from './services.js'
import { type SilenceLimits, watchSilence } from './silence-watch.js'

export interface RetryOptions {
  /** Number of requests per call, including the first one. Default: 4. */
  readonly attempts?: number
  /** Maximum delay before the second request, in milliseconds. Doubled for each further one. Default: 5,000. */
  readonly baseDelayMs?: number
  /** Longest delay, in milliseconds. If the provider requests a longer one, the call fails. Default: 120,000. */
  readonly maxDelayMs?: number
  /** Time limit of a call including its delays, in milliseconds. `Infinity` means no limit. Default: 30 minutes. */
  readonly totalMs?: number
  /**
   * Whether the reader discards displayed text on a `restart` event, so that an interrupted answer can start over.
   * Default: false; a failure after the first part of an answer is thrown.
   */
  readonly canRestart?: boolean
  /**
   * Limits for a silent provider, from the connection to the last delta, while the call waits for it. Keep-alive events
   * count as silence. Silence adds up over attempts that end in a `timeout`; delays between attempts do not count.
   */
  readonly silence?: SilenceLimits
  readonly services?: WrapServices
}

/**
 * Retries a failed call if waiting may help: after rate limits, overload, network errors, timeouts and broken answers.
 * An unreachable server is retried only after it has answered a call of this transport, because before that its address
 * may be wrong. Delays have full jitter, except those for a server that is down, and are at least as long as the
 * provider requests. Each delay emits a `retry` notice and ends immediately on an abort. If the provider requests more
 * than `maxDelayMs`, or more than a surrounding fallback chain waits for, the error is thrown immediately and contains
 * the requested delay.
 *
 * @throws {TransportError} the latest error, with the provider's `retryAfterMs`, when a retry is not allowed or cannot
 * help; `timeout` when `totalMs` or the limit of silence is exceeded.
 * @example `withRetry(createOpenAIChatTransport({ apiKey }), { attempts: 4 })`
 */
export function withRetry(transport: Transport, options: RetryOptions = {}): Transport {
  const { attempts = 4, baseDelayMs = 5_000, maxDelayMs = 120_000, totalMs = 1_800_000 } = options
  const { canRestart = false, silence = {} } = options
  const services = { ...monotonicServices, startTimer: createSharedTimer(), ...options.services }
  let hasAnswered = false

  /** Returns the delay before the next attempt, or `undefined` if the error is final. */
  function nextWait(failure: TransportError, number: number, longestWaitMs: number): number | undefined {
    const hintMs = failure.retryAfterMs ?? 0
    if (number >= attempts || !adviseOn(failure, { hasAnswered }).retryable || hintMs > longestWaitMs) return undefined
    // A restart takes seconds, and a closed port has no load to spread.
    const random = isAway(failure) ? () => 1 : services.random
    return backoffMs(number, hintMs, { baseDelayMs, maxDelayMs }, random)
  }

  async function* stream(
    request: ModelRequest,
    { signal, budget = createRequestBudget(attempts), ...options }: CallOptions,
  ): AsyncGenerator<TransportEvent> {
    signal.throwIfAborted()
    using deadline = startDeadline(signal, totalMs, services)
    using watch = watchSilence(silence, services, deadline.end)
    const call: CallOptions = { ...options, signal: deadline.signal, budget }
    const longestWaitMs = Math.min(maxDelayMs, call.longestWaitMs ?? maxDelayMs)
    for (let number = 1; ; number++) {
      let isShown = false
      let failure: TransportError
      try {
        for await (const event of watch.over(transport.stream(request, call))) {
          isShown = isShownAfter(event, isShown)
          if (event.type !== 'notice') hasAnswered = true
          yield event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        deadline.signal.throwIfAborted()
        if (!TransportError.is(error) || (isShown && !canRestart)) throw error
        failure = error
        if (failure.kind !== 'timeout') watch.heard()
      }
      const waitMs = nextWait(failure, number, longestWaitMs)
      if (waitMs === undefined || !deadline.leavesRoomFor(waitMs) || !budget.take())
        throw withWait(failure, longestWaitMs, maxDelayMs)
      if (isShown) yield { type: 'restart' }
      yield retryNotice(failure, waitMs)
      await services.sleep(waitMs, deadline.signal)
    }
  }

  return { id: transport.id, apiMode: transport.apiMode, stream }
}

/** Creates the error for a requested delay that is too long to wait for. */
function withWait(failure: TransportError, longestWaitMs: number, maxDelayMs: number): TransportError {
  const { kind, message, retryAfterMs = 0 } = failure
  if (retryAfterMs <= longestWaitMs || failure.reason === 'keys-rest') return failure
  const why = retryAfterMs > maxDelayMs ? ', which is too long to wait for' : ''
  const said = `${message} It asks to wait ${formatWait(retryAfterMs)}${why}.`
  return new TransportError(kind, said, { ...detailsOf(failure), cause: failure })
}
