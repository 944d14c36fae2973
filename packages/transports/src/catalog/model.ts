/** An input or output type of a model. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'pdf'

/** A model at one provider. */
export interface CatalogModel {
  /** Id of the provider in `providerPresets`, or in models.dev if there is no preset. */
  readonly provider: string
  /** Name of the model at the provider. */
  readonly id: string
  /** Context window in tokens, for request and answer together. */
  readonly contextWindow: number
  /** Output limit in tokens, for one answer. */
  readonly maxOutputTokens?: number
  readonly input: readonly Modality[]
  readonly output: readonly Modality[]
  /** Whether the model supports reasoning. */
  readonly reasoning: boolean
  readonly toolCalls: boolean
  /** Prices of the model. Absent if unknown. */
  readonly price?: ModelPrice
  /** Prices of calls in the provider's fast mode. Absent if unknown. */
  readonly fastPrice?: ModelPrice
}

/**
 * Prices in integer micro-USD (millionths of a dollar) per million tokens: $3 per million tokens is 3,000,000. The
 * price of an absent class is unknown. Reasoning is part of the output.
 */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** Prices of a model at one provider. */
export interface ModelPrice extends TokenPrices {
  /** Prices of calls with long prompts. The tier with the highest exceeded limit applies to the whole call. */
  readonly tiers?: readonly PriceTier[]
  /** Source of the prices: `models.dev`, `bundled` or `config`. */
  readonly source: string
  /** Edition of the source, such as `2026-07-02`. */
  readonly version: string
}

export interface PriceTier extends TokenPrices {
  /** Prompt size in tokens, including cached ones, above which the tier applies. A prompt of exactly this size does not exceed it. */
  readonly abovePromptTokens: number
}

/** One edition of a model list. */
export interface CatalogEdition {
  readonly source: string
  /** Version, which sorts by time: a date such as `2026-07-02`. */
  readonly version: string
  readonly models: readonly CatalogModel[]
}

/** Window assumed for unknown models, in tokens. */
export const defaultContextWindow = 128_000
