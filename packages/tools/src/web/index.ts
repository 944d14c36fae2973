// The tools

export { type WebExtractOptions, webExtractTool } from './web-extract.js'
export { type WebSearchOptions, webSearchTool } from './web-search.js'
export { type WebToolsOptions, webTools } from './web-tools.js'

// Fetching from the public web only

export { judgeAddress, type Verdict } from './address/judge-address.js'
export { judgeUrl, type UrlVerdict } from './address/judge-url.js'
export type { WebPolicy } from './address/web-policy.js'
export { defaultFetchLimits, type FetchLimits } from './fetch/fetch-limits.js'
export type { ResolveHost } from './fetch/resolve-host.js'
export { type Fetched, type SafeFetchOptions, safeFetch } from './fetch/safe-fetch.js'
export { type PinnedRequest, type RawResponse, type SendRequest, sendRequest } from './fetch/send-request.js'
export type { WebErrorKind } from './web-error.js'

// Search services

export { createBraveSearch } from './search/brave.js'
export { chooseProviders, type SearchBackend, type SearchSettings, searchBackends } from './search/choose-provider.js'
export { createDuckDuckGoSearch } from './search/duckduckgo.js'
export { createExaSearch } from './search/exa.js'
export { createFirecrawlSearch } from './search/firecrawl.js'
export type {
  KeyedSearchOptions,
  SearchOptions,
  SearchProvider,
  SearchProviderOptions,
  SearchResult,
} from './search/search-provider.js'
export { createSearxngSearch } from './search/searxng.js'
export { createTavilySearch } from './search/tavily.js'
