import { type ModelRequest, type Transport, TransportError, type TransportEvent } from '@hermes/core'
import { createRedactor, placeholder } from '@hermes/safety/redact'
import { monotonicServices, type WrapServices, wallClockServices } from '../wrap/services.js'
import type { RecordedEnd, RecordedError, RecordedEvent, RecordingSink } from './recording.js'
import { redactExchange } from './redact-exchange.js'

export interface RecordingOptions {
  /** Exact values that must never be recorded, such as keys, tokens and passwords. Anything that looks like a key is redacted anyway. */
  readonly secrets?: readonly string[]
  /** Clock. Default: the wall clock for the start of a call, and a monotonic clock for the times of its events. */
  readonly services?: Pick<WrapServices, 'now'>
}

/**
 * Records every call of a transport when it ends: the request, each event with its time, and how the call ended.
 * Secrets are redacted before the sink is called. An answer is recorded before its `finish` is passed on, so that every
 * answer that a caller received completely is in the recording.
 *
 * @throws any error of the sink.
 */
export function withRecording(transport: Transport, sink: RecordingSink, options: RecordingOptions = {}): Transport {
  const { id, apiMode } = transport
  const { secrets = [], services } = options
  const redactor = createRedactor({ values: secrets, mask: () => placeholder })
  const wallClock = { ...wallClockServices, ...services }.now
  const stopwatch = { ...monotonicServices, ...services }.now

  async function* stream(
    request: ModelRequest,
    call: { readonly signal: AbortSignal },
  ): AsyncGenerator<TransportEvent> {
    call.signal.throwIfAborted()
    const startedAtMs = wallClock()
    const startMs = stopwatch()
    const sinceStart = () => stopwatch() - startMs
    const events: RecordedEvent[] = []
    let isWritten = false
    const write = async (end: RecordedEnd): Promise<void> => {
      isWritten = true
      const exchange = { version: 1, transport: { id, apiMode }, startedAtMs, request, events, end } as const
      await sink.write(redactExchange(exchange, redactor))
    }
    try {
      for await (const event of transport.stream(request, call)) {
        events.push({ atMs: sinceStart(), event })
        if (event.type === 'finish') await write({ status: 'finished' })
        yield event
      }
    } catch (error) {
      if (!isWritten && !call.signal.aborted && TransportError.is(error)) {
        await write({ status: 'failed', atMs: sinceStart(), error: toRecordedError(error) })
      }
      throw error
    } finally {
      if (!isWritten) await write({ status: 'left', atMs: sinceStart() })
    }
  }

  return { id, apiMode, stream }
}

function toRecordedError(error: TransportError): RecordedError {
  const { kind, message, status, retryAfterMs, contextWindow, promptTokens, reason } = error
  return {
    kind,
    message,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(promptTokens !== undefined && { promptTokens }),
    ...(reason !== undefined && { reason }),
  }
}
