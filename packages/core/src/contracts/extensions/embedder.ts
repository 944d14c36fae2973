import type { ModelCall } from '../sessions/usage-log.js'

/** Turns texts into vectors. The closer two vectors are, the closer the meaning of their texts. */
export interface Embedder {
  /** Identifies the model and everything else that changes its vectors. Hermes recomputes vectors with another id. */
  readonly id: string
  /** The length of each vector. */
  readonly dimensions: number
  /**
   * Returns one vector per text, in order. Vectors need not be normalized. Secrets are already redacted from the texts.
   * Rejects with `signal.reason` once `signal` is aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly (readonly number[] | Float32Array)[]>
}

export interface EmbedOptions {
  readonly signal: AbortSignal
  /** Counts a call toward the session of the texts. Never rejects. Absent for texts without a session. */
  readonly count?: (call: ModelCall) => Promise<void>
}
