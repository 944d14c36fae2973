import type { SessionId } from '@hermes/core'
import type { SideCallWatch } from '@hermes/core/hooks'

/** A request to the summary model. Recognized secrets are removed. */
export interface SummaryRequest {
  readonly sessionId: SessionId
  /** The instructions. Identical for all requests of a kind. */
  readonly system: string
  /** The input. */
  readonly prompt: string
  /** The maximum length of the answer, in tokens, without reasoning. */
  readonly maxTokens: number
  readonly signal: AbortSignal
  /** Observes the calls, see `StreamOptions.sideCalls`. When absent, nobody does. */
  readonly sideCalls?: SideCallWatch
}

/**
 * Asks a model and returns its answer unchanged. Retries and fallbacks to other models belong to the implementation. The kind of the error
 * decides how the compression continues:
 *
 * - `auth`, `billing`, `rate-limit`, `overloaded`, `model-not-found`, `network`: no model is available. The session is not compressed for 1,
 *   5, then 15 minutes, unless the compression cannot wait.
 * - `timeout`: the summary is extracted by rules, and the model is not asked again for the same delays.
 * - `protocol`, `content-filter`, `context-overflow`, `invalid-request`, and an answer that is empty or not a summary: extracted by rules;
 *   the model is asked again after 30 seconds.
 *
 * @throws {TransportError}
 */
export type Summarize = (request: SummaryRequest) => Promise<string>
