import { english, type Translate } from '@hermes/safety/language'
import { formatPrice, formatTokens, type ModelRow } from '../render/tables/model-table.js'
import type { PromptOption } from './prompts.js'

/** Lists models with their windows, prices and capabilities, one per line. */
export function modelOptions(
  rows: readonly ModelRow[],
  { hasProviders = false, t = english }: { readonly hasProviders?: boolean; readonly t?: Translate } = {},
): readonly PromptOption<ModelRow>[] {
  return rows.map((row) => ({
    value: row,
    label: [hasProviders ? row.provider : '', row.id, factsOf(row, t)].filter(Boolean).join('  '),
  }))
}

function factsOf({ contextWindow, price, toolCalls, reasoning, input }: ModelRow, t: Translate): string {
  const facts = [
    contextWindow !== undefined && formatTokens(contextWindow),
    price && formatPrice(price),
    toolCalls === false && t`no tools`,
    reasoning && t`reasoning`,
    input?.includes('image') && t`vision`,
  ]
  return facts.filter(Boolean).join(' · ')
}
