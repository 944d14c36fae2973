import { formatPrice, formatTokens, type ModelRow } from '../render/model-table.js'
import type { PromptOption } from './prompts.js'

/** Models with their windows, prices and abilities, one per line. */
export function modelOptions(rows: readonly ModelRow[], hasProviders = false): readonly PromptOption<ModelRow>[] {
  return rows.map((row) => ({
    value: row,
    label: [hasProviders ? row.provider : '', row.id, factsOf(row)].filter(Boolean).join('  '),
  }))
}

function factsOf({ contextWindow, price, toolCalls, reasoning, input }: ModelRow): string {
  const facts = [
    contextWindow !== undefined && formatTokens(contextWindow),
    price && formatPrice(price),
    toolCalls === false && 'no tools',
    reasoning && 'reasoning',
    input?.includes('image') && 'vision',
  ]
  return facts.filter(Boolean).join(' · ')
}
