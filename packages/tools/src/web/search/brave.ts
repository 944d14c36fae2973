import * as z from 'zod'
import { askJson } from './ask-service.js'
import type { KeyedSearchOptions, SearchProvider } from './search-provider.js'
import { optionalText, toResults } from './to-results.js'

const schema = z.object({
  // Absent when nothing was found.
  web: z
    .object({ results: z.array(z.object({ title: optionalText, url: z.string(), description: optionalText })) })
    .nullish(),
})

/** Creates a provider for Brave Search, https://brave.com/search/api. */
export function createBraveSearch({
  apiKey,
  baseUrl = 'https://api.search.brave.com',
  ...options
}: KeyedSearchOptions): SearchProvider {
  return {
    id: 'brave',
    async search(query, { limit, signal }) {
      const url = new URL('/res/v1/web/search', baseUrl)
      url.search = new URLSearchParams({ q: query, count: String(Math.min(20, limit)) }).toString()
      const headers = { 'x-subscription-token': apiKey, accept: 'application/json' }
      const answer = await askJson({ service: 'Brave Search', url, headers, signal, ...options })
      return toResults('Brave Search', answer, {
        schema,
        pick: ({ web }) =>
          (web?.results ?? []).map(({ title, url, description }) => ({ title, url, snippet: description })),
      })
    },
  }
}
