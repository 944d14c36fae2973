import type { Usage } from '@hermes/core'
import { recordAt, type WireRecord } from '../shared/json.js'

/** On this wire the input holds what came from the cache and what was written to it. */
export function toUsage(wire: WireRecord): Usage {
  const inputDetails = recordAt(wire, 'input_tokens_details')
  const input = countAt(wire, 'input_tokens')
  const cacheReadTokens = countAt(inputDetails, 'cached_tokens')
  const cacheWriteTokens = countAt(inputDetails, 'cache_write_tokens')
  return {
    inputTokens: Math.max(0, input - cacheReadTokens - cacheWriteTokens),
    // Where the reasoning is left out of the output, it is still in the total.
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
