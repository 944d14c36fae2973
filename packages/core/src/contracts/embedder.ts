import type { SessionId } from './session-id.js'

/** Turns texts into vectors: the closer two vectors, the closer the meaning of their texts. */
export interface Embedder {
  /** Identifies the model and everything else that changes its vectors. Vectors with another id are recomputed. */
  readonly id: string
  /** The length of each vector. */
  readonly dimensions: number
  /**
   * One vector per text, in order. Vectors need not be normalised. Secrets have been redacted from the texts.
   * Rejects with `signal.reason` when it is aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly (readonly number[] | Float32Array)[]>
}

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** The session that the texts belong to. The call's usage is counted for it. */
  readonly sessionId?: SessionId
}
