/** What a model reads or writes. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'pdf'

/** What is known of a model at one provider. */
export interface CatalogModel {
  /** The provider's id as in `providerPresets`, or that of models.dev without a preset. */
  readonly provider: string
  /** The name that the provider knows. */
  readonly id: string
  /** Tokens, of the request and the answer together. */
  readonly contextWindow: number
  /** Tokens of one answer. */
  readonly maxOutputTokens?: number
  readonly input: readonly Modality[]
  readonly output: readonly Modality[]
  /** Can think before it answers. */
  readonly reasoning: boolean
  readonly toolCalls: boolean
  /** Absent if unknown. */
  readonly price?: ModelPrice
  /** The price of calls in the provider's fast mode. Absent if unknown. */
  readonly fastPrice?: ModelPrice
}

/**
 * Integer micro-USD (a millionth of a dollar) per million tokens: $3 per million tokens is 3,000,000. A class that is
 * absent is not known, and not free. Reasoning is part of the output.
 */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

/** What a model costs at one provider. */
export interface ModelPrice extends TokenPrices {
  /** What calls with long prompts cost instead: the tier with the highest limit that is passed counts for the whole call. */
  readonly tiers?: readonly PriceTier[]
  /** Who says so: `models.dev`, `bundled`, `config`. */
  readonly source: string
  /** Which edition of the source, such as `2026-07-02`. */
  readonly version: string
}

export interface PriceTier extends TokenPrices {
  /** In tokens, counting everything that the model reads: a prompt of exactly this size does not exceed it. */
  readonly abovePromptTokens: number
}

/** One edition of a source's models. */
export interface CatalogEdition {
  readonly source: string
  /** Sorts by time: a date such as `2026-07-02`. */
  readonly version: string
  readonly models: readonly CatalogModel[]
}

/** In tokens: assumed for unknown models. */
export const defaultContextWindow = 128_000
