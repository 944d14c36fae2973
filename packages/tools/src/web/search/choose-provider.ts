import { ConfigError } from '@hermes/core'
import { createBraveSearch } from './brave.js'
import { createDuckDuckGoSearch } from './duckduckgo.js'
import { createExaSearch } from './exa.js'
import { createFirecrawlSearch } from './firecrawl.js'
import type { SearchProvider, SearchProviderOptions } from './search-provider.js'
import { createSearxngSearch } from './searxng.js'
import { createTavilySearch } from './tavily.js'

/** Provider names. `auto` selects the first one that is configured. */
export const searchBackends = ['exa', 'tavily', 'brave', 'firecrawl', 'searxng', 'duckduckgo'] as const

export type SearchBackend = (typeof searchBackends)[number]

export interface SearchSettings {
  /** Provider to use. `auto`: the first one with a key or an address, or else DuckDuckGo, which needs neither. */
  readonly backend?: SearchBackend | 'auto'
  /** Variables with the keys: `EXA_API_KEY`, `TAVILY_API_KEY`, `BRAVE_SEARCH_API_KEY`, `FIRECRAWL_API_KEY`. */
  readonly variables?: Readonly<Record<string, string | undefined>>
  /** Address of a SearXNG server. Default: the variable `SEARXNG_URL`. */
  readonly searxngUrl?: string
  readonly fetch?: typeof fetch
}

/**
 * Returns the providers to try, in order. A provider that the user named is the only one; one selected by its key has
 * DuckDuckGo as a fallback.
 *
 * @throws {ConfigError} when the named provider is not configured.
 */
export function chooseProviders(settings: SearchSettings): readonly SearchProvider[] {
  const { backend = 'auto' } = settings
  const open = openers(settings)
  if (backend !== 'auto') {
    const provider = open[backend]()
    if (provider) return [provider]
    throw new ConfigError('web.backend', `web.backend is "${backend}", but ${needs[backend]} is not set.`)
  }
  const first = searchBackends.map((id) => open[id]()).find((provider) => provider !== undefined)
  const keyless = createDuckDuckGoSearch(settings)
  return first === undefined || first.id === keyless.id ? [keyless] : [first, keyless]
}

function openers({
  variables = {},
  searxngUrl,
  fetch,
}: SearchSettings): Record<SearchBackend, () => SearchProvider | undefined> {
  const options: SearchProviderOptions = fetch ? { fetch } : {}
  const keyed =
    (variable: string, create: (options: SearchProviderOptions & { apiKey: string }) => SearchProvider) => () => {
      const apiKey = variables[variable]
      return apiKey ? create({ ...options, apiKey }) : undefined
    }
  const firecrawlUrl = variables.FIRECRAWL_API_URL
  return {
    exa: keyed('EXA_API_KEY', createExaSearch),
    tavily: keyed('TAVILY_API_KEY', createTavilySearch),
    brave: keyed('BRAVE_SEARCH_API_KEY', createBraveSearch),
    firecrawl: keyed('FIRECRAWL_API_KEY', (own) =>
      createFirecrawlSearch({ ...own, ...(firecrawlUrl && { baseUrl: firecrawlUrl }) }),
    ),
    searxng: () => {
      const baseUrl = searxngUrl ?? variables.SEARXNG_URL
      return baseUrl ? createSearxngSearch({ ...options, baseUrl }) : undefined
    },
    duckduckgo: () => createDuckDuckGoSearch(options),
  }
}

const needs: Readonly<Record<SearchBackend, string>> = {
  exa: 'EXA_API_KEY',
  tavily: 'TAVILY_API_KEY',
  brave: 'BRAVE_SEARCH_API_KEY',
  firecrawl: 'FIRECRAWL_API_KEY',
  searxng: 'web.searxng_url',
  duckduckgo: 'nothing',
}
