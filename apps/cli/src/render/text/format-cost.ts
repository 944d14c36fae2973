import type { Cost, Usage } from '@hermes/core'
import { english, type Translate } from '@hermes/safety/language'
import { formatCount } from './format.js'

/** Formats an amount with enough digits to distinguish two turns: `$12.30`, `$0.0123`, `less than $0.0001`. */
export function formatUsd(microUsd: number, t: Translate = english): string {
  if (microUsd > 0 && microUsd < 100) return t`less than $0.0001`
  // Compares integers, because half a cent is not exact as a float.
  const digits = microUsd === 0 || microUsd >= 999_950 ? 2 : 4
  return `$${(Math.round(microUsd / 10 ** (6 - digits)) / 10 ** digits).toFixed(digits)}`
}

/** Formats a cost: `about $0.0123`, `at least $0.0123 (not every price is known)`, `cost unknown`. */
export function formatCost(cost: Cost | undefined, t: Translate = english): string {
  if (!cost || cost.status === 'unknown') return t`cost unknown`
  const usd = formatUsd(cost.microUsd, t)
  if (cost.status === 'partial') return t`at least ${usd} (not every price is known)`
  return usd.startsWith('$') ? t`about ${usd}` : usd
}

/** Names the source of the prices of a cost. */
export function priceList(cost: Cost | undefined, t: Translate = english): string {
  return !cost || cost.status === 'unknown' ? '' : t`prices of ${formatEdition(cost, t)}`
}

/** Formats the edition of a price list: `models.dev, 2026-07-02`, `your config`. */
export function formatEdition(
  { source, version }: { readonly source: string; readonly version: string },
  t: Translate = english,
): string {
  return source === 'config' ? t`your config` : `${source}, ${version}`
}

/** Formats a usage: `12.3k tokens in, 8.0k from cache, 1.2k out`. */
export function formatTokensUsed(usage: Usage, t: Translate = english): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage
  const out = formatCount(outputTokens)
  return [
    t`${formatCount(inputTokens)} tokens in`,
    ...(cacheReadTokens > 0 ? [t`${formatCount(cacheReadTokens)} from cache`] : []),
    ...(cacheWriteTokens > 0 ? [t`${formatCount(cacheWriteTokens)} to cache`] : []),
    reasoningTokens > 0 ? t`${out} out (${formatCount(reasoningTokens)} of it reasoning)` : t`${out} out`,
  ].join(t`, `)
}
