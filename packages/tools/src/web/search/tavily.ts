import * as z from 'zod'
import { askJson } from './ask-service.js'
import type { KeyedSearchOptions, SearchProvider } from './search-provider.js'
import { optionalText, toResults } from './to-results.js'

const schema = z.object({
  results: z.array(z.object({ title: optionalText, url: z.string(), content: optionalText })),
})

/** Creates a provider for Tavily, https://tavily.com. */
export function createTavilySearch({
  apiKey,
  baseUrl = 'https://api.tavily.com',
  ...options
}: KeyedSearchOptions): SearchProvider {
  return {
    id: 'tavily',
    async search(query, { limit, signal }) {
      const answer = await askJson({
        service: 'Tavily',
        url: new URL('/search', baseUrl),
        headers: { authorization: `Bearer ${apiKey}` },
        json: { query, max_results: limit },
        signal,
        ...options,
      })
      return toResults('Tavily', answer, {
        schema,
        pick: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
      })
    },
  }
}
