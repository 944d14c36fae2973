import type { Usage } from '@hermes/core'
import type { ModelPrice } from './model.js'

export type CostEstimate =
  | {
      readonly status: 'estimated'
      /** Integer millionths of a dollar. */
      readonly microUsd: number
      /** The price list that was used. */
      readonly source: string
      readonly version: string
    }
  /** A price is missing: for the model, or for a class of tokens that was used. */
  | { readonly status: 'unknown' }

/**
 * What the tokens cost by a price list; what the provider charges may differ (discounts, longer prompts at another
 * price). Never 0 for want of a price. Reasoning is part of the output.
 */
export function estimateCost(usage: Usage, price: ModelPrice | undefined): CostEstimate {
  if (!price) return { status: 'unknown' }
  const classes: readonly (readonly [tokens: number, price: number | undefined])[] = [
    [usage.inputTokens, price.input],
    [usage.outputTokens, price.output],
    [usage.cacheReadTokens, price.cacheRead],
    [usage.cacheWriteTokens, price.cacheWrite],
  ]
  let total = 0
  for (const [tokens, perMillion] of classes) {
    if (tokens === 0) continue
    if (perMillion === undefined) return { status: 'unknown' }
    total += tokens * perMillion
  }
  return {
    status: 'estimated',
    microUsd: Math.round(total / 1_000_000),
    source: price.source,
    version: price.version,
  }
}
