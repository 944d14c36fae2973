import type { TransportEvent } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import type { RecordedEvent, RecordedExchange } from './recording.js'
import { redactPieces } from './redact-pieces.js'

/** Redacts an exchange. Deltas are joined for the search, so that a secret split between deltas is found. */
export function redactExchange(exchange: RecordedExchange, redactor: Redactor): RecordedExchange {
  const { events, request, end } = exchange
  return {
    ...exchange,
    request: redactValue(request, redactor),
    events: redactDeltas(events, redactor).map(({ atMs, event }) => ({ atMs, event: redactWhole(event, redactor) })),
    end: redactValue(end, redactor),
  }
}

type Delta = Extract<TransportEvent, { readonly type: 'text-delta' | 'reasoning-delta' | 'tool-call-delta' }>

function redactDeltas(events: readonly RecordedEvent[], redactor: Redactor): readonly RecordedEvent[] {
  const redacted = [...events]
  const deltas = events.flatMap(({ atMs, event }, place) => (isDelta(event) ? [{ atMs, event, place }] : []))
  for (const group of Map.groupBy(deltas, ({ event }) => textNameOf(event)).values()) {
    const pieces = redactPieces(
      group.map(({ event }) => pieceOf(event)),
      redactor,
    )
    for (const [index, { atMs, event, place }] of group.entries()) {
      redacted[place] = { atMs, event: withPiece(event, pieces[index] ?? '') }
    }
  }
  return redacted
}

function isDelta(event: TransportEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-call-delta'
}

/** Identifies the text that a delta belongs to: the answer, the reasoning, or the arguments of one call. */
function textNameOf(event: Delta): string {
  return event.type === 'tool-call-delta' ? `${event.type} ${event.index}` : event.type
}

function pieceOf(event: Delta): string {
  return event.type === 'tool-call-delta' ? event.argumentsText : event.text
}

function withPiece(event: Delta, piece: string): Delta {
  return event.type === 'tool-call-delta' ? { ...event, argumentsText: piece } : { ...event, text: piece }
}

function redactWhole(event: TransportEvent, redactor: Redactor): TransportEvent {
  return isDelta(event) ? event : redactValue(event, redactor)
}

/** Redacts every string of a JSON value. */
function redactValue<Value>(value: Value, redactor: Redactor): Value
function redactValue(value: unknown, redactor: Redactor): unknown {
  if (typeof value === 'string') return redactor.redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redactor))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redactor)]))
}
