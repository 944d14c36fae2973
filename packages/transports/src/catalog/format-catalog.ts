import type { CatalogEdition, CatalogModel, ModelPrice, TokenPrices } from './model.js'
import { toUsd } from './money.js'

/** Formats an edition for `parseCatalog`, with only the fields that it reads. */
export function formatCatalog({ source, version, models }: CatalogEdition): string {
  const providers = [...Map.groupBy(models, ({ provider }) => provider)].map(([provider, list]) => {
    return [provider, { models: Object.fromEntries(list.map((model) => [model.id, toRow(model)])) }] as const
  })
  return `${JSON.stringify({ source, snapshot: version, providers: Object.fromEntries(providers) })}\n`
}

function toRow(model: CatalogModel): object {
  const { contextWindow, maxOutputTokens, input, output, reasoning, toolCalls, price, fastPrice } = model
  return {
    limit: { context: contextWindow, output: maxOutputTokens },
    modalities: { input, output },
    reasoning,
    tool_call: toolCalls,
    ...(price && { cost: toCost(price) }),
    ...(fastPrice && { experimental: { modes: { fast: { cost: toCost(fastPrice) } } } }),
  }
}

function toCost({ tiers, ...prices }: ModelPrice): object {
  const rows = tiers?.map((tier) => ({ tier: { type: 'context', size: tier.abovePromptTokens }, ...toPrices(tier) }))
  return { ...toPrices(prices), ...(rows && { tiers: rows }) }
}

function toPrices({ input, output, cacheRead, cacheWrite }: TokenPrices): object {
  return {
    input: toUsd(input),
    output: toUsd(output),
    ...(cacheRead !== undefined && { cache_read: toUsd(cacheRead) }),
    ...(cacheWrite !== undefined && { cache_write: toUsd(cacheWrite) }),
  }
}
