import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { monotonicServices, type WrapServices } from '../wrap/services.js'
import { findDifference } from './find-difference.js'
import type { RecordedError, RecordedExchange, Recording } from './recording.js'

export interface ReplayOptions {
  /** When the events come: at once, or as long after the start of the call as they did. Default `instant`. */
  readonly pace?: 'instant' | 'recorded'
  /** Parts of a request that need not be as recorded, such as a `system` prompt that tells the date. Default: none. */
  readonly ignore?: readonly (keyof ModelRequest)[]
  readonly services?: Pick<WrapServices, 'sleep'>
}

/**
 * A transport that plays recorded calls back, event by event, each once. A request is answered by the oldest call with
 * the same request that was not played yet: in the recorded order where requests are alike, in whatever order they come
 * where they are not. Where secrets were removed, any text is taken for the same.
 *
 * @throws {TransportError} `invalid-request` when no recorded call that is left has this request (the message says where
 * the next one differs); what a recorded call failed with; `network` where a call was left by its reader at the time and
 * is read further now.
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
      throw new TransportError('network', 'The recorded answer ends here, because its reader left: record it again.')
    }
  }

  return { id, apiMode, stream }
}

/** Gives each recorded call once, to the request that it answers. */
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

/** The request as it would be recorded: plain JSON. */
function comparable(request: ModelRequest, ignore: readonly string[]): unknown {
  const parts = Object.entries(request).filter(([part]) => !ignore.includes(part))
  return parseJson(JSON.stringify(Object.fromEntries(parts)))
}

function toTransportError({ kind, message, ...details }: RecordedError): TransportError {
  return new TransportError(kind, message, details)
}
