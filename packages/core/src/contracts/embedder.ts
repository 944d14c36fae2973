import type { SessionId } from './session-id.js'

/** Turns texts into vectors of which two are near to each other when their texts mean something alike. */
export interface Embedder {
  /** The model and whatever else changes its vectors. What was made with another id is made anew. */
  readonly id: string
  /** How many numbers each vector has. */
  readonly dimensions: number
  /**
   * One vector for each text, in their order; their lengths mean nothing. The texts hold no secrets any more.
   * Rejects with `signal.reason` when it is aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly (readonly number[] | Float32Array)[]>
}

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** Whose messages they are, where it is one session's: what the call uses counts for it. */
  readonly sessionId?: SessionId
}
