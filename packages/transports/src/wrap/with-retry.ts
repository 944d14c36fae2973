import {
  type ModelRequest,
  type Transport,
  TransportError,
  type TransportErrorKind,
  type TransportEvent,
} from '@hermes/core'
import { backoffMs } from './backoff.js'
import type { CallOptions } from './call-options.js'
import { startDeadline } from './deadline.js'
import { isUnreachable } from './is-unreachable.js'
import { isShownAfter, retryNotice } from './notices.js'
import { createRequestBudget } from './request-budget.js'
import { monotonicServices, type WrapServices } from './services.js'

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
   * Whoever reads the events takes back what it has shown when a `restart` comes, so that an answer that breaks off in the
   * middle can begin anew. Default false: once a part of an answer was passed on, its failure rises.
   */
  readonly canRestart?: boolean
  readonly services?: WrapServices
}

/**
 * Makes a failed call again when waiting may help: rate limits, overload, network, timeouts, broken answers. Not where nobody
 * listens at the address: that is a mistake, or a server that is not running. Waits with full jitter, at least as long as the provider asks for, and announces each wait by a `retry` notice. An abort ends a
 * wait at once.
 *
 * @throws {TransportError} the newest failure, with the provider's `retryAfterMs`, when trying again is not allowed or
 * of no use; `timeout` when `totalMs` is over.
 * @example `withRetry(createOpenAIChatTransport({ apiKey }), { attempts: 4 })`
 */
export function withRetry(transport: Transport, options: RetryOptions = {}): Transport {
  const { attempts = 4, baseDelayMs = 5_000, maxDelayMs = 120_000, totalMs = 1_800_000, canRestart = false } = options
  const services = { ...monotonicServices, ...options.services }

  /** How long to wait before trying again; `undefined` when this failure is final. */
  function nextWait(failure: TransportError, number: number): number | undefined {
    const hintMs = failure.retryAfterMs ?? 0
    const isFinal = !retryable.has(failure.kind) || isUnreachable(failure)
    if (number >= attempts || isFinal || hintMs > maxDelayMs) return undefined
    return backoffMs(number, hintMs, { baseDelayMs, maxDelayMs }, services.random)
  }

  async function* stream(
    request: ModelRequest,
    { signal, budget = createRequestBudget(attempts) }: CallOptions,
  ): AsyncGenerator<TransportEvent> {
    signal.throwIfAborted()
    using deadline = startDeadline(signal, totalMs, services)
    const call: CallOptions = { signal: deadline.signal, budget }
    for (let number = 1; ; number++) {
      let isShown = false
      let failure: TransportError
      try {
        for await (const event of transport.stream(request, call)) {
          isShown = isShownAfter(event, isShown)
          yield event
          if (event.type === 'finish') return
        }
        return
      } catch (error) {
        deadline.signal.throwIfAborted()
        if (!TransportError.is(error) || (isShown && !canRestart)) throw error
        failure = error
      }
      const waitMs = nextWait(failure, number)
      if (waitMs === undefined || !deadline.leavesRoomFor(waitMs) || !budget.take()) throw failure
      if (isShown) yield { type: 'restart' }
      yield retryNotice(failure, waitMs)
      await services.sleep(waitMs, deadline.signal)
    }
  }

  return { id: transport.id, apiMode: transport.apiMode, stream }
}

/** What may go better the next time. A bad key or an unknown model does not. */
const retryable: ReadonlySet<TransportErrorKind> = new Set([
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'protocol',
])
