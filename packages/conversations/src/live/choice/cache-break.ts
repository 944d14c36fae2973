import type { ChosenModel, Usage } from '@hermes/core'
import type { CacheBreak } from '../../contracts/conversation-event.js'

/** A model with the provider's token count for its newest request. */
export interface LastCall {
  readonly model: ChosenModel
  readonly usage: Usage
}

/**
 * Returns the extra cost of the next request, because another model has no cache of the conversation: its price for reading (or
 * caching) the prefix, minus the previous model's price for reading it from its cache.
 */
export function cacheBreakOf(last: LastCall | undefined, next: ChosenModel): CacheBreak | undefined {
  if (!last || (last.model.id === next.id && last.model.provider === next.provider)) return undefined
  const { cacheReadTokens, cacheWriteTokens } = last.usage
  const tokens = cacheReadTokens + cacheWriteTokens
  if (tokens === 0) return undefined
  const [cached, fresh] = [last.model.price?.cacheRead ?? last.model.price?.input, next.price]
  if (cached === undefined || !fresh) return { tokens }
  // Prices are in millionths of a dollar per million tokens.
  const costUsd = Math.max(0, (tokens * ((fresh.cacheWrite ?? fresh.input) - cached)) / 1e12)
  return { tokens, costUsd }
}
