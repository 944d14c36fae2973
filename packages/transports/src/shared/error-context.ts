/** What the sentences of errors name. */
export interface ErrorContext {
  /** The provider as people know it. */
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** What was sent instead of a key, by its common name: `AWS credentials`. */
  readonly credentials?: string
  /** The environment variable that the key is read from. */
  readonly keyVariable?: string
}
