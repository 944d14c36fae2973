import type { SessionId } from '@hermes/core'

/** One question to the model for summaries. Holds no secrets, as far as they can be told. */
export interface SummaryRequest {
  readonly sessionId: SessionId
  /** What the model is to do. The same for every request of a kind. */
  readonly system: string
  /** What it is to do it with. */
  readonly prompt: string
  /** How long the answer may be, in tokens. Models may think beyond that: leave them room for it. */
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/**
 * Asks a model and gives its answer as it is. What stands behind it has tried again and gone on with other models before it
 * fails. The kind of the error decides what becomes of the compression:
 *
 * - `auth`, `billing`, `rate-limit`, `overloaded`, `model-not-found`, `network`: no model can be reached now. The session is left
 *   alone for 1, 5, then 15 minutes, unless it cannot wait.
 * - `timeout`: the summary is made by rules, and the model left alone likewise.
 * - `protocol`, `content-filter`, `context-overflow`, `invalid-request`, and an answer that is empty or no summary: made by rules,
 *   and asked again after half a minute.
 *
 * @throws {TransportError}
 */
export type Summarise = (request: SummaryRequest) => Promise<string>
