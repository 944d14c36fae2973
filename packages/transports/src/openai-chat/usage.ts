import type { Usage } from '@hermes/core'
import { recordAt, type WireRecord } from '../shared/json.js'

/**
 * Normalizes token usage. Providers agree only on the names of the totals, so each detail is looked up under every
 * known name.
 */
export function toUsage(wire: WireRecord): Usage {
  const promptDetails = recordAt(wire, 'prompt_tokens_details')
  const completionDetails = recordAt(wire, 'completion_tokens_details')
  const prompt = count(wire.prompt_tokens, wire.input_tokens)
  const completion = count(wire.completion_tokens, wire.output_tokens)
  const cacheRead = count(promptDetails.cached_tokens, wire.prompt_cache_hit_tokens, wire.cached_tokens)
  const cacheWrite = count(promptDetails.cache_write_tokens, wire.cache_creation_input_tokens)
  return {
    inputTokens: Math.max(0, prompt - cacheRead - cacheWrite),
    // Gemini and xAI omit reasoning tokens from the completion count but include them in the total.
    outputTokens: Math.max(completion, count(wire.total_tokens) - prompt),
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: count(completionDetails.reasoning_tokens, wire.reasoning_tokens),
  }
}

/** Returns the first value that is a non-negative finite number, or 0. */
function count(...values: readonly unknown[]): number {
  const found = values.find((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0)
  return typeof found === 'number' ? found : 0
}
