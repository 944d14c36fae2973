import type { ModelPrice } from '@hermes/transports/catalog'

export interface RuntimeModel {
  /** `openrouter`, `custom`, `ollama`, `offline`. */
  readonly provider: string
  readonly id: string
  readonly baseUrl?: string
  /** No provider is configured: the offline stand-in answers. */
  readonly isOffline: boolean
  /** In tokens: from the config, the user's own server or the catalog, otherwise 128,000. */
  readonly contextWindow?: number
  /** The longest answer in tokens, from the config or the catalog. */
  readonly maxOutputTokens?: number
  /** Absent if the catalog has no price for this provider. */
  readonly price?: ModelPrice
  /** The price in fast mode. Absent if the catalog has none. */
  readonly fastPrice?: ModelPrice
}
