import type { ModelPrice, TokenPrices } from './model.js'

/**
 * Returns the prices for prompts that Anthropic or Bedrock caches for an hour. A write then costs twice the input
 * price; price lists contain the price of five-minute writes.
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
