import * as z from 'zod'
import { askJson } from './ask-service.js'
import type { KeyedSearchOptions, SearchProvider } from './search-provider.js'
import { optionalText, toResults } from './to-results.js'

const found = z.array(z.object({ title: optionalText, url: z.string(), description: optionalText }))
const schema = z.object({
  data: z.union([z.object({ web: found.optional() }).transform(({ web }) => web ?? []), found]),
})

/** Creates a provider for Firecrawl, https://firecrawl.dev, or a self-hosted server. */
export function createFirecrawlSearch({
  apiKey,
  baseUrl = 'https://api.firecrawl.dev',
  ...options
}: KeyedSearchOptions): SearchProvider {
  return {
    id: 'firecrawl',
    async search(query, { limit, signal }) {
      const answer = await askJson({
        service: 'Firecrawl',
        url: new URL('/v2/search', baseUrl),
        headers: { authorization: `Bearer ${apiKey}` },
        json: { query, limit },
        signal,
        ...options,
      })
      return toResults('Firecrawl', answer, {
        schema,
        pick: ({ data }) => data.map(({ title, url, description }) => ({ title, url, snippet: description })),
      })
    },
  }
}
