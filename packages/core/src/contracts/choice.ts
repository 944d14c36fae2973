import type { ApiMode, ReasoningEffort } from './transport.js'

/** A model with everything that is needed to reach it again. What is left out is decided by the settings, or by the provider. */
export interface ModelChoice {
  /** As the provider names it. */
  readonly model?: string
  /** Who serves the model. A provider without a model means the provider's first one. */
  readonly provider?: string
  /** The address of the provider's server. One without a provider is a server of the user's own. */
  readonly baseUrl?: string
  /** What the server at `baseUrl` speaks. */
  readonly apiMode?: ApiMode
  /** The context window of the model, in tokens. */
  readonly contextWindow?: number
}

/**
 * What one conversation has chosen for itself, plain data that can be stored. What is left out is decided by the settings
 * that everybody has: the empty choice is the agent of the config.
 */
export interface Choice extends ModelChoice {
  /** `off` is `none` in the words of a person. */
  readonly reasoning?: ReasoningEffort | 'off'
  /** Names of toolsets. They count for sessions that begin with this choice: a session keeps the tools that it has. */
  readonly toolsets?: readonly string[]
  /** A name from the config section `personalities`. It counts for sessions that begin with this choice. */
  readonly personality?: string
  /** Who decides about dangerous calls. */
  readonly approvals?: 'manual' | 'smart' | 'off'
}

/** The model that answers under a choice. */
export interface ChosenModel {
  /** The name that the provider knows. */
  readonly id: string
  readonly provider: string
  /** In tokens. */
  readonly contextWindow?: number
  /** In tokens. */
  readonly maxOutputTokens?: number
  /** Absent where it is not known. */
  readonly price?: TokenPrices
  /** The choice that leads back to this model, whatever the settings become. Absent where no choice can. */
  readonly reference?: ModelChoice
}

/** What a million tokens cost, in integer millionths of a dollar. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}
