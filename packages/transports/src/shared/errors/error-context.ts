/** The values that error messages contain. */
export interface ErrorContext {
  /** The display name of the provider. */
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly apiKey?: string
  /** What was sent instead of an API key, such as `AWS credentials`. */
  readonly credentials?: string
  /** The environment variable that the key is read from. */
  readonly keyVariable?: string
  /** The ids of other providers whose keys have this variable: another region or plan of the same maker. */
  readonly siblings?: readonly string[]
}
