/** An input or output type of a model. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'pdf'

/** A model at one provider. */
export interface CatalogModel {
  /** The id of the provider in `providerPresets`, or in models.dev if there is no preset. */
  readonly provider: string
  /** The name of the model at the provider. */
  readonly id: string
  /** In tokens, request and answer together. */
  readonly contextWindow: number
  /** In tokens, for one answer. */
  readonly maxOutputTokens?: number
  readonly input: readonly Modality[]
  readonly output: readonly Modality[]
  /** Whether the model supports reasoning. */
  readonly reasoning: boolean
  readonly toolCalls: boolean
  /** Absent if unknown. */
  readonly price?: ModelPrice
  /** The price of calls in the provider's fast mode. Absent if unknown. */
  readonly fastPrice?: ModelPrice
}

/**
 * In integer micro-USD (a millionth of a dollar) per million tokens: $3 per million tokens is 3,000,000. The price of an absent class is
 * unknown. Reasoning is part of the output.
 */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** The prices of a model at one provider. */
export interface ModelPrice extends TokenPrices {
  /** The prices of calls with long prompts. The tier with the highest exceeded limit applies to the whole call. */
  readonly tiers?: readonly PriceTier[]
  /** The source of the prices: `models.dev`, `bundled`, `config`. */
  readonly source: string
  /** The edition of the source, such as `2026-07-02`. */
  readonly version: string
}

export interface PriceTier extends TokenPrices {
  /** In tokens, including cached ones. A prompt of exactly this size does not exceed it. */
  readonly abovePromptTokens: number
}

/** One edition of a model list. */
export interface CatalogEdition {
  readonly source: string
  /** Sortable by time: a date such as `2026-07-02`. */
  readonly version: string
  readonly models: readonly CatalogModel[]
}

/** The assumed window of unknown models, in tokens. */
export const defaultContextWindow = 128_000
