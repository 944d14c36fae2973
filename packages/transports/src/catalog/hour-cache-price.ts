import type { ModelPrice, TokenPrices } from './model.js'

/**
 * The prices for prompts that Anthropic (or Bedrock) caches for an hour: a write costs twice the input price. Price lists contain the
 * price of five-minute writes.
 */
export function hourCachePrice(price: ModelPrice): ModelPrice {
  const { tiers } = price
  return {
    ...price,
    ...hourWrite(price),
    ...(tiers && { tiers: tiers.map((tier) => ({ ...tier, ...hourWrite(tier) })) }),
  }
}

function hourWrite({ input, cacheWrite }: TokenPrices): Pick<TokenPrices, 'cacheWrite'> {
  return cacheWrite === undefined ? {} : { cacheWrite: 2 * input }
}
