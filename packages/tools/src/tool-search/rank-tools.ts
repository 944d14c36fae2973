import type { ToolDefinition } from '@hermes/core'
import MiniSearch from 'minisearch'

/** Finds tools by a description of what the model needs. */
export interface ToolIndex {
  /** Returns the names of matching tools, best first. */
  find(query: string, limit: number): readonly string[]
}

export function indexTools(tools: readonly ToolDefinition[]): ToolIndex {
  const index = new MiniSearch({
    idField: 'name',
    fields: ['name', 'description', 'parameters'],
    tokenize: toWords,
    searchOptions: {
      boost: { name: 3, description: 2 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
    },
  })
  index.addAll(
    tools.map(({ name, description, parameters }) => ({ name, description, parameters: wordsOf(parameters) })),
  )
  return {
    find: (query, limit) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => String(id)),
  }
}

/** Splits `createPullRequest`, `create_pull_request` and "create pull request" into the same three words. */
function toWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function wordsOf({ properties }: ToolDefinition['parameters']): string {
  return properties && typeof properties === 'object' ? Object.keys(properties).join(' ') : ''
}
