import type { Usage } from '@hermes/core'
import { recordAt, type WireRecord } from '../shared/json.js'

/** Normalizes token usage. This API includes cache reads and cache writes in `input_tokens`. */
export function toUsage(wire: WireRecord): Usage {
  const inputDetails = recordAt(wire, 'input_tokens_details')
  const input = countAt(wire, 'input_tokens')
  const cacheReadTokens = countAt(inputDetails, 'cached_tokens')
  const cacheWriteTokens = countAt(inputDetails, 'cache_write_tokens')
  return {
    inputTokens: Math.max(0, input - cacheReadTokens - cacheWriteTokens),
    // Some servers omit reasoning tokens from the output count but include them in the total.
    outputTokens: Math.max(countAt(wire, 'output_tokens'), countAt(wire, 'total_tokens') - input),
    cacheReadTokens,
    cacheWriteTokens,
    reasoningTokens: countAt(recordAt(wire, 'output_tokens_details'), 'reasoning_tokens'),
  }
}

function countAt(record: WireRecord, key: string): number {
  const value = record[key]
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
}
