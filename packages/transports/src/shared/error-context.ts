/** What the sentences of errors name. */
export interface ErrorContext {
  /** The provider as people know it. */
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** What was sent in place of a key, as people know it: `AWS credentials`. */
  readonly credentials?: string
  /** The environment variable that the key is read from. */
  readonly keyVariable?: string
}
