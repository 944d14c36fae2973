import { costOf, type Usage } from '@hermes/core'
import { toCostJson } from '../../../../apps/cli/src/render/format-cost.js'

/** Usage as scripts see it: the names of the store's columns. */
export function toUsageJson(usage: Usage) {
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    reasoning_tokens: usage.reasoningTokens,
    ...toCostJson(costOf(usage)),
  }
}
