import type { ModelPrice } from '@hermes/transports/catalog'

export interface RuntimeModel {
  /** `openrouter`, `custom`, `ollama`, `offline`. */
  readonly provider: string
  readonly id: string
  readonly baseUrl?: string
  /** No provider is configured: the offline stand-in answers. */
  readonly isOffline: boolean
  /** In tokens: as the config says, else as a server of the user's own or the catalog knows it, else 128,000. */
  readonly contextWindow?: number
  /** The longest answer in tokens, as the config or the catalog has it. */
  readonly maxOutputTokens?: number
  /** Absent where the catalog has none for this provider. */
  readonly price?: ModelPrice
}
