import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { backoffMs } from './backoff.js'
import type { CallOptions } from './call-options.js'
import { startDeadline } from './deadline.js'
import { detailsOf } from './error-details.js'
import { adviseOn } from './failure-advice.js'
import { formatWait, isShownAfter, retryNotice } from './notices.js'
import { createRequestBudget } from './request-budget.js'
import { monotonicServices, type WrapServices } from './services.js'
import { type SilenceLimits, watchSilence } from './silence-watch.js'

export interface RetryOptions {
  /** Requests per call, the first one included. Default 4. */
  readonly attempts?: number
  /** The most that is waited before the second request, in milliseconds; it doubles with each. Default 5,000. */
  readonly baseDelayMs?: number
  /** The longest wait, in milliseconds. A provider that asks for more is not waited for. Default 120,000. */
  readonly maxDelayMs?: number
  /** The longest that a call may take with all its waits, in milliseconds. Default 30 minutes; `Infinity`: no limit. */
  readonly totalMs?: number
  /**
   * The reader of the events discards what it displayed when a `restart` comes, so that an answer that is cut off in the
   * middle can start over. Default false: once part of an answer was passed on, its failure is thrown.
   */
  readonly canRestart?: boolean
  /**
   * How long the provider may send nothing while the call waits for it, from the connection to the last delta. Keep-alives of
   * the wire do not count as sent. Attempts that end in a `timeout` add up; delays between attempts do not count.
   */
  readonly silence?: SilenceLimits
  readonly services?: WrapServices
}

/**
 * Makes a failed call again when waiting may help: rate limits, overload, network, timeouts, broken answers. Not where nobody
 * listens at the address: that is a mistake, or a server that is not running. Waits with full jitter, at least as long as the
 * provider asks for, and announces each wait by a `retry` notice. An abort ends a wait at once. A provider that asks for more
 * than `maxDelayMs` is not waited for: the failure rises at once and says how long it would have been.
 *
 * @throws {TransportError} the newest failure, with the provider's `retryAfterMs`, when trying again is not allowed or
 * of no use; `timeout` when `totalMs` or the limit of silence is over.
 * @example `withRetry(createOpenAIChatTransport({ apiKey }), { attempts: 4 })`
 */
export function withRetry(transport: Transport, options: RetryOptions = {}): Transport {
  const { attempts = 4, baseDelayMs = 5_000, maxDelayMs = 120_000, totalMs = 1_800_000 } = options
  const { canRestart = false, silence = {} } = options
  const services = { ...monotonicServices, ...options.services }

  /** How long to wait before trying again; `undefined` when this failure is final. */
  function nextWait(failure: TransportError, number: number): number | undefined {
    const hintMs = failure.retryAfterMs ?? 0
    if (number >= attempts || !adviseOn(failure).retryable || hintMs > maxDelayMs) return undefined
    return backoffMs(number, hintMs, { baseDelayMs, maxDelayMs }, services.random)
  }

  async function* stream(
    request: ModelRequest,
    { signal, budget = createRequestBudget(attempts), ...options }: CallOptions,
  ): AsyncGenerator<TransportEvent> {
    signal.throwIfAborted()
    using deadline = startDeadline(signal, totalMs, services)
    using watch = watchSilence(silence, services, deadline.end)
    const call: CallOptions = { ...options, signal: deadline.signal, budget }
    for (let number = 1; ; number++) {
      let isShown = false
      let failure: TransportError
      try {
        for await (const event of watch.over(transport.stream(request, call))) {
          isShown = isShownAfter(event, isShown)
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
      const waitMs = nextWait(failure, number)
      if (waitMs === undefined || !deadline.leavesRoomFor(waitMs) || !budget.take()) throw withWait(failure, maxDelayMs)
      if (isShown) yield { type: 'restart' }
      yield retryNotice(failure, waitMs)
      await services.sleep(waitMs, deadline.signal)
    }
  }

  return { id: transport.id, apiMode: transport.apiMode, stream }
}

/** A wait that is too long is not started but reported. */
function withWait(failure: TransportError, maxDelayMs: number): TransportError {
  const { kind, message, retryAfterMs = 0 } = failure
  if (retryAfterMs <= maxDelayMs || failure.reason === 'keys-rest') return failure
  const said = `${message} It asks to wait ${formatWait(retryAfterMs)}, which is too long to wait for.`
  return new TransportError(kind, said, { ...detailsOf(failure), cause: failure })
}
