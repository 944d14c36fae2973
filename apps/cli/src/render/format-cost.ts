import type { Cost, Usage } from '@hermes/core'
import { formatCount } from './format.js'

/** `$12.30`, `$0.0123`, `less than $0.0001`: enough digits to distinguish two turns. */
export function formatUsd(microUsd: number): string {
  if (microUsd > 0 && microUsd < 100) return 'less than $0.0001'
  // Rounded as integers, because half a cent is not exact as a float.
  const digits = microUsd === 0 || microUsd >= 999_950 ? 2 : 4
  return `$${(Math.round(microUsd / 10 ** (6 - digits)) / 10 ** digits).toFixed(digits)}`
}

/** `about $0.0123`, `at least $0.0123 (not every price is known)`, `cost unknown`. */
export function formatCost(cost: Cost | undefined): string {
  if (!cost || cost.status === 'unknown') return 'cost unknown'
  const usd = formatUsd(cost.microUsd)
  return cost.status === 'partial' ? `at least ${usd} (not every price is known)` : usd.replace(/^\$/, 'about $')
}

/** The source of the prices of a cost. */
export function priceList(cost: Cost | undefined): string {
  return !cost || cost.status === 'unknown' ? '' : `prices of ${formatEdition(cost)}`
}

/** `models.dev, 2026-07-02`, `your config`. */
export function formatEdition({ source, version }: { readonly source: string; readonly version: string }): string {
  return source === 'config' ? 'your config' : `${source}, ${version}`
}

/** `12.3k tokens in, 8.0k from cache, 1.2k out`. */
export function formatTokensUsed(usage: Usage): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  const parts: readonly (readonly [tokens: number, text: string])[] = [
    [cacheReadTokens, 'from cache'],
    [cacheWriteTokens, 'to cache'],
  ]
  const cached = parts.filter(([tokens]) => tokens > 0).map(([tokens, text]) => `${formatCount(tokens)} ${text}`)
  const thought = reasoningTokens > 0 ? ` (${formatCount(reasoningTokens)} of it reasoning)` : ''
  return [`${formatCount(inputTokens)} tokens in`, ...cached, `${formatCount(outputTokens)} out${thought}`].join(', ')
}
