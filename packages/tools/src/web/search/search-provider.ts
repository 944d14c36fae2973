export interface SearchResult {
  readonly title: string
  readonly url: string
  /** What the page says about the query; may be empty. */
  readonly snippet: string
}

export interface SearchOptions {
  /** The most results that are of use. A provider may give fewer. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Who answers searches. */
export interface SearchProvider {
  readonly id: string
  /** The results, best first. @throws {HermesError} that says what to do when the provider cannot answer. */
  search(query: string, options: SearchOptions): Promise<readonly SearchResult[]>
}

/** What the providers have in common. */
export interface SearchProviderOptions {
  /** Default: that of Node. */
  readonly fetch?: typeof fetch
  /** Where the service is. Default: the provider's public address. */
  readonly baseUrl?: string
}

export interface KeyedSearchOptions extends SearchProviderOptions {
  readonly apiKey: string
}
