/** Values used in error messages. */
export interface ErrorContext {
  /** Display name of the provider. */
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** Name of what was sent instead of an API key, such as `AWS credentials`. */
  readonly credentials?: string
  /** Environment variable that the key is read from. */
  readonly keyVariable?: string
  /** Ids of other providers whose keys use this variable: other regions or plans of the same vendor. */
  readonly siblings?: readonly string[]
}
