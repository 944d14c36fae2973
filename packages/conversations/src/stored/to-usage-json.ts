import { type Cost, costOf, type Usage } from '@hermes/core'

const microPerUsd = 1_000_000

/** Converts usage for scripts: the store's column names. */
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

/** Converts a cost for scripts, in US dollars; `null` if unknown. */
export function toCostJson(cost: Cost | undefined) {
  const known = cost && cost.status !== 'unknown' ? cost : undefined
  return {
    estimated_cost_usd: known ? known.microUsd / microPerUsd : null,
    cost_status: cost?.status ?? null,
    cost_source: known?.source ?? null,
    pricing_version: known?.version ?? null,
  }
}
