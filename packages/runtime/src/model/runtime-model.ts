import type { ModelPrice } from '@hermes/transports/catalog'

export interface RuntimeModel {
  /** The id of the provider, such as `openrouter`, `custom`, `ollama` or `offline`. */
  readonly provider: string
  readonly id: string
  readonly baseUrl?: string
  /** Whether no provider is configured, so that the offline stand-in answers. */
  readonly isOffline: boolean
  /** The context window in tokens, from the config, the user's own server or the catalog; otherwise 128,000. */
  readonly contextWindow?: number
  /** The longest answer in tokens, from the config or the catalog. */
  readonly maxOutputTokens?: number
  /** The price. Absent if the catalog has none for this provider. */
  readonly price?: ModelPrice
  /** The price in fast mode. Absent if the catalog has none. */
  readonly fastPrice?: ModelPrice
}
