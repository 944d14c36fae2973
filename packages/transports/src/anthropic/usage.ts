import type { Usage } from '@hermes/core'
import { recordAt, type WireRecord } from '../shared/json.js'

/**
 * Merges token counts of an answer. Counts arrive at the start and again, increased, at the end, where some servers
 * omit or reset earlier ones.
 */
export function mergeUsage(known: Usage, wire: WireRecord): Usage {
  return {
    inputTokens: larger(known.inputTokens, wire.input_tokens),
    outputTokens: larger(known.outputTokens, wire.output_tokens),
    cacheReadTokens: larger(known.cacheReadTokens, wire.cache_read_input_tokens),
    cacheWriteTokens: larger(known.cacheWriteTokens, wire.cache_creation_input_tokens),
    reasoningTokens: larger(known.reasoningTokens, recordAt(wire, 'output_tokens_details').thinking_tokens),
  }
}

function larger(known: number, value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(known, value) : known
}
