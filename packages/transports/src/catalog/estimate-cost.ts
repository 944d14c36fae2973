import { type Cost, promptTokens, type Usage } from '@hermes/core'
import type { ModelPrice, TokenPrices } from './model.js'

/**
 * Estimates the cost of one model call from a price list. The actual bill may differ because of discounts, plans or
 * server-side tools. The result is unknown, never 0, if a price is missing for the model or for a used class of tokens,
 * or if the provider reported no tokens. Reasoning is part of the output.
 *
 * @param usage Usage of a single call, because long prompts may have other prices.
 */
export function estimateCost(usage: Usage, price: ModelPrice | undefined): Cost {
  if (!price || promptTokens(usage) + usage.outputTokens === 0) return { status: 'unknown' }
  const prices = pricesFor(promptTokens(usage), price)
  const classes: readonly (readonly [tokens: number, price: number | undefined])[] = [
    [usage.inputTokens, prices.input],
    [usage.outputTokens, prices.output],
    [usage.cacheReadTokens, prices.cacheRead],
    [usage.cacheWriteTokens, prices.cacheWrite],
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

function pricesFor(tokens: number, { tiers = [], ...price }: ModelPrice): TokenPrices {
  const passed = tiers.filter(({ abovePromptTokens }) => tokens > abovePromptTokens)
  return passed.toSorted((left, right) => right.abovePromptTokens - left.abovePromptTokens)[0] ?? price
}
