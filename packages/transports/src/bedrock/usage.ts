import type { Usage } from '@hermes/core'
import type { WireRecord } from '../shared/json.js'

/**
 * Converts token usage. The service counts uncached input, cache reads and cache writes separately, and includes
 * reasoning in the output.
 */
export function toUsage(wire: WireRecord): Usage {
  return {
    inputTokens: count(wire.inputTokens),
    outputTokens: count(wire.outputTokens),
    cacheReadTokens: count(wire.cacheReadInputTokens),
    cacheWriteTokens: count(wire.cacheWriteInputTokens),
    reasoningTokens: 0,
  }
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
}
