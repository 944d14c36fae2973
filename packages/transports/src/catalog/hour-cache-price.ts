import type { ModelPrice, TokenPrices } from './model.js'

/**
 * The price list for prompts that Anthropic (or Bedrock) keeps for an hour: writing them costs twice the input. Price lists
 * tell what it costs to keep them for five minutes.
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
