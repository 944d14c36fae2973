import type { Usage } from '@hermes/core'
import type { WireRecord } from '../shared/json.js'

/** The service counts the three classes of input apart, and reasoning as output. */
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
