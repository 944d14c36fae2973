import type { RuntimeModel } from '@hermes/runtime'

/** Number of model calls in the session that costs refer to. */
export const sessionCalls = 20

/**
 * Returns the cost of each token at the start of a prompt in a session of {@link sessionCalls} calls, in micro-USD: the first call writes
 * it to the provider's cache, the others read it from there. Without cache prices in the price list, each call pays the full price.
 * Returns `undefined` without a price.
 */
export function tokenCostOfSession(price: RuntimeModel['price']): number | undefined {
  if (!price) return undefined
  const { input, cacheRead = input, cacheWrite = input } = price
  return (cacheWrite + (sessionCalls - 1) * cacheRead) / 1_000_000
}
