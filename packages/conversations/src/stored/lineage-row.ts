import type { SessionRecord } from '@hermes/core'
import { type CompressionRecord, compressionOf } from '@hermes/core/sessions'
import { toSessionRow } from './session-row.js'

/** Converts a member of a lineage for scripts: the session, and how it was created from the previous one. */
export function toLineageRow(record: SessionRecord) {
  const compression = compressionOf(record)
  return { ...toSessionRow(record), compression: compression ? toCompressionRow(compression) : null }
}

function toCompressionRow({ trigger, tokensBefore, tokensAfter, durationMs, summary }: CompressionRecord) {
  return {
    trigger,
    tokens_before: Math.round(tokensBefore),
    tokens_after: Math.round(tokensAfter),
    duration_ms: durationMs,
    summary: summary ?? null,
  }
}
