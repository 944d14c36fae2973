export interface SearchResult {
  readonly title: string
  readonly url: string
  /** The excerpt for the query; may be empty. */
  readonly snippet: string
}

export interface SearchOptions {
  /** The maximum number of results. A provider may return fewer. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Answers search queries. */
export interface SearchProvider {
  readonly id: string
  /** The results, best first. @throws {HermesError} that says what to do when the provider cannot answer. */
  search(query: string, options: SearchOptions): Promise<readonly SearchResult[]>
}

/** Options of all providers. */
export interface SearchProviderOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** The address of the service. Default: the provider's public address. */
  readonly baseUrl?: string
}

export interface KeyedSearchOptions extends SearchProviderOptions {
  readonly apiKey: string
}
