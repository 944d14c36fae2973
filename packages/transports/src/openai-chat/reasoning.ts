import type { JsonObject, JsonValue } from '@hermes/core'
import { isJson, recordsAt, textAt, type WireRecord } from '../shared/json.js'

/**
 * Returns the displayable reasoning text of a delta. Servers name it `reasoning_content` or `reasoning`, and some send
 * both with the same text; OpenRouter's `reasoning_details` may come alone.
 */
export function reasoningText(delta: WireRecord): string {
  return textAt(delta, 'reasoning_content') || textAt(delta, 'reasoning') || detailsText(delta)
}

function detailsText(delta: WireRecord): string {
  if (delta.reasoning_details === undefined) return ''
  return recordsAt(delta, 'reasoning_details')
    .map((detail) => textAt(detail, 'text') || textAt(detail, 'summary'))
    .join('')
}

/** Merges streamed `reasoning_details` into the form that OpenRouter expects back. */
export interface ReasoningDetails {
  add(delta: WireRecord): void
  readonly all: readonly JsonObject[]
}

export function createReasoningDetails(): ReasoningDetails {
  const all: Record<string, JsonValue | undefined>[] = []

  function addPiece(piece: WireRecord): void {
    const isText = typeof piece.text === 'string' || typeof piece.summary === 'string' || piece.data === undefined
    const existing = isText && piece.index !== undefined ? all.findLast((detail) => isSame(detail, piece)) : undefined
    const detail = existing ?? {}
    if (!existing) all.push(detail)
    for (const [key, value] of Object.entries(piece)) {
      const before = detail[key]
      const grows = (key === 'text' || key === 'summary') && typeof before === 'string' && typeof value === 'string'
      if (grows) detail[key] = before + value
      else if (isJson(value) && value !== null) detail[key] = value
    }
  }

  return {
    all,
    add(delta) {
      if (delta.reasoning_details !== undefined) recordsAt(delta, 'reasoning_details').forEach(addPiece)
    },
  }
}

function isSame(detail: WireRecord, piece: WireRecord): boolean {
  return detail.index === piece.index && detail.type === piece.type
}
