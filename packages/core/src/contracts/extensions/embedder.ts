import type { ModelCall } from '../sessions/usage-log.js'

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
  /** Counts a call for the session of the texts. Never rejects. Absent for texts without a session. */
  readonly count?: (call: ModelCall) => Promise<void>
}
