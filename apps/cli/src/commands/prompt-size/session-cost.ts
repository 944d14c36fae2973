import type { RuntimeModel } from '@hermes/runtime'

/** The session that costs are stated for: this many model calls. */
export const sessionCalls = 20

/**
 * What each token at the start of a prompt costs in a session of {@link sessionCalls} calls, in micro-USD: the first call writes it to the
 * provider's cache, the others read it from there. Where the price list has no cache prices, each call pays the full price. `undefined`
 * without a price.
 */
export function tokenCostOfSession(price: RuntimeModel['price']): number | undefined {
  if (!price) return undefined
  const { input, cacheRead = input, cacheWrite = input } = price
  return (cacheWrite + (sessionCalls - 1) * cacheRead) / 1_000_000
}
