import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { monotonicServices, type WrapServices } from '../wrap/services.js'
import { findDifference } from './find-difference.js'
import type { RecordedError, RecordedExchange, Recording } from './recording.js'

export interface ReplayOptions {
  /** When events are emitted: immediately, or at their recorded times after the start of the call. Default: `instant`. */
  readonly pace?: 'instant' | 'recorded'
  /** Parts of a request that are not compared, such as a `system` prompt that contains the date. Default: none. */
  readonly ignore?: readonly (keyof ModelRequest)[]
  readonly services?: Pick<WrapServices, 'sleep'>
}

/**
 * Creates a transport that replays recorded calls event by event, each once. A request is answered by the oldest call
 * with the same request that has not been replayed yet, so equal requests get their answers in the recorded order and
 * different requests can come in any order. A redacted secret matches any text.
 *
 * @throws {TransportError} `invalid-request` when no remaining call has this request (the message says where the next
 * one differs); the recorded error of a call that failed; `network` when a replay reaches the point where the reader of
 * the recorded call stopped.
 */
export function replay(recording: Recording, options: ReplayOptions = {}): Transport {
  const { pace = 'instant', ignore = [] } = options
  const { sleep } = { ...monotonicServices, ...options.services }
  const { id, apiMode } = recording[0]?.transport ?? { id: 'replay', apiMode: 'chat_completions' }
  const takeExchange = createTake(recording, ignore)

  async function* stream(
    request: ModelRequest,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncGenerator<TransportEvent> {
    signal.throwIfAborted()
    const { events, end } = takeExchange(request)
    let playedMs = 0
    for (const { atMs, event } of events) {
      if (pace === 'recorded') await sleep(Math.max(0, atMs - playedMs), signal)
      playedMs = atMs
      signal.throwIfAborted()
      yield event
    }
    signal.throwIfAborted()
    if (end.status === 'failed') throw toTransportError(end.error)
    if (end.status === 'left') {
      throw new TransportError('network', 'The recorded answer ends here, because its reader stopped: record it again.')
    }
  }

  return { id, apiMode, stream }
}

/** Creates a function that finds the recorded call for a request and returns each call only once. */
function createTake(
  recording: Recording,
  ignore: readonly (keyof ModelRequest)[],
): (request: ModelRequest) => RecordedExchange {
  const waiting = recording.map((exchange) => ({ exchange, request: comparable(exchange.request, ignore) }))

  function mismatch(actual: unknown): TransportError {
    const number = recording.length - waiting.length + 1
    const [next] = waiting
    const problem = next
      ? `differs from the next recorded one at "${findDifference(next.request, actual)}"`
      : `is one more than the ${recording.length} that were recorded`
    return new TransportError('invalid-request', `Request ${number} ${problem}: record the conversation again.`)
  }

  return (request) => {
    const actual = comparable(request, ignore)
    const place = waiting.findIndex((candidate) => findDifference(candidate.request, actual) === undefined)
    const [taken] = place === -1 ? [] : waiting.splice(place, 1)
    if (!taken) throw mismatch(actual)
    return taken.exchange
  }
}

/** Converts the request to plain JSON, as in a recording, without the ignored parts. */
function comparable(request: ModelRequest, ignore: readonly string[]): unknown {
  const parts = Object.entries(request).filter(([part]) => !ignore.includes(part))
  return parseJson(JSON.stringify(Object.fromEntries(parts)))
}

function toTransportError({ kind, message, ...details }: RecordedError): TransportError {
  return new TransportError(kind, message, details)
}
