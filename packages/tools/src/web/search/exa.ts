import * as z from 'zod'
import { askJson } from './ask-service.js'
import type { KeyedSearchOptions, SearchProvider } from './search-provider.js'
import { optionalText, toResults } from './to-results.js'

const schema = z.object({
  results: z.array(z.object({ title: optionalText, url: z.string(), text: optionalText })),
})

/** Creates a provider for Exa, https://exa.ai. */
export function createExaSearch({
  apiKey,
  baseUrl = 'https://api.exa.ai',
  ...options
}: KeyedSearchOptions): SearchProvider {
  return {
    id: 'exa',
    async search(query, { limit, signal }) {
      const answer = await askJson({
        service: 'Exa',
        url: new URL('/search', baseUrl),
        headers: { 'x-api-key': apiKey },
        json: { query, numResults: limit, contents: { text: { maxCharacters: 400 } } },
        signal,
        ...options,
      })
      return toResults('Exa', answer, {
        schema,
        pick: ({ results }) => results.map(({ title, url, text }) => ({ title, url, snippet: text })),
      })
    },
  }
}
