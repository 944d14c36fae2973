import type { ReasoningEffort } from './model-request.js'
import type { ApiMode } from './transport.js'

/** A model, and how to reach it. Missing fields come from the settings or the provider. */
export interface ModelChoice {
  /** The provider's name for it. */
  readonly model?: string
  /** The provider of the model. A provider without a model means its first model. */
  readonly provider?: string
  /** The address of the provider's server. Without `provider`, the user's own server. */
  readonly baseUrl?: string
  /** The API of the server at `baseUrl`. */
  readonly apiMode?: ApiMode
  /** The context window of the model, in tokens. */
  readonly contextWindow?: number
}

/**
 * The settings of one conversation, as plain data that can be stored. A missing setting falls back to the config, so an empty choice
 * is the configured agent.
 */
export interface Choice extends ModelChoice {
  /** `off` is the user-facing name of `none`. */
  readonly reasoning?: ReasoningEffort | 'off'
  /**
   * Requests faster answers at a higher price, if the provider offers them for the model. `fast`: always. `auto`: at the beginning of each
   * turn. `cold`: at the beginning of a session's first turn.
   */
  readonly speed?: 'fast' | 'auto' | 'cold'
  /** Names of toolsets. Applies to sessions that are created with this choice, because a session keeps its tools. */
  readonly toolsets?: readonly string[]
  /** A name from the config section `personalities`. Applies to sessions that are created with this choice. */
  readonly personality?: string
  /** Which machines commands can reach: any machine, machines that the owner listed or a person allows, or none. Applies only where commands are sandboxed. */
  readonly network?: 'on' | 'list' | 'off'
  /** Who decides about dangerous calls. `edits`: like `manual`, but a person also decides about each change to a file. */
  readonly approvals?: 'edits' | 'manual' | 'smart' | 'off'
}

/** The model that answers under a choice. */
export interface ChosenModel {
  /** The provider's name for it. */
  readonly id: string
  readonly provider: string
  /** In tokens. */
  readonly contextWindow?: number
  /** In tokens. */
  readonly maxOutputTokens?: number
  /** Absent if unknown. */
  readonly price?: TokenPrices
  /** A choice that resolves to this model even if the settings change. Absent if there is none. */
  readonly reference?: ModelChoice
}

/** What a million tokens cost, in integer millionths of a dollar. */
export interface TokenPrices {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}
