export interface SearchResult {
  readonly title: string
  readonly url: string
  /** Excerpt that matches the query. May be empty. */
  readonly snippet: string
}

export interface SearchOptions {
  /** Maximum number of results. A provider may return fewer. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Answers search queries. */
export interface SearchProvider {
  readonly id: string
  /** Returns the results, best first. @throws {HermesError} that says what to do when the provider cannot answer. */
  search(query: string, options: SearchOptions): Promise<readonly SearchResult[]>
}

/** Options common to all providers. */
export interface SearchProviderOptions {
  /** Function that sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Address of the service. Default: the provider's public address. */
  readonly baseUrl?: string
}

export interface KeyedSearchOptions extends SearchProviderOptions {
  readonly apiKey: string
}
