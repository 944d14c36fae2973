import * as z from 'zod'
import { askJson } from './ask-service.js'
import type { SearchProvider, SearchProviderOptions } from './search-provider.js'
import { optionalText, toResults } from './to-results.js'

const schema = z.object({
  results: z.array(z.object({ title: optionalText, url: z.string(), content: optionalText })),
})

/**
 * Creates a provider for a SearXNG server at an address chosen by the user, possibly a private one. The server's
 * settings must list `json` in `search.formats`.
 */
export function createSearxngSearch({
  baseUrl,
  ...options
}: SearchProviderOptions & { readonly baseUrl: string }): SearchProvider {
  return {
    id: 'searxng',
    async search(query, { signal }) {
      const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/search`)
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString()
      const answer = await askJson({ service: 'SearXNG', url, signal, ...options })
      return toResults('SearXNG', answer, {
        schema,
        pick: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
      })
    },
  }
}
