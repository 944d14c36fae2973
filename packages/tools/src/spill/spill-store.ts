import type { SessionId } from '@hermes/core'

/**
 * Stores output that is too long for the model in files that `read_file` can open. Its input must already be redacted.
 * Never rejects. Failures are logged, and the text is not stored.
 */
export interface SpillStore {
  /** Stores a text as UTF-8. Resolves to `undefined` when there is no space or the text cannot be written. */
  keep(text: string, origin: SpillOrigin): Promise<SpillFile | undefined>
  /** Opens a writer for a text of unknown length. */
  open(origin: SpillOrigin, options?: SpillOpenOptions): SpillWriter
}

export interface SpillOrigin {
  /** Session of the outermost run, which the file name identifies. */
  readonly conversation: SessionId
  readonly callId: string
}

export interface SpillOpenOptions {
  /** Up to this many characters, no file is created, because the text is short enough for the model. Default: 50,000. */
  readonly shortUpTo?: number
}

export interface SpillFile {
  /** Path for `read_file`. */
  readonly path: string
  /** Number of characters in the file. */
  readonly characters: number
  /** Whether the text was longer and is truncated in the file. */
  readonly isCut: boolean
}

/** Writes nothing while the text is short enough for the model. Concurrent calls take effect in order. */
export interface SpillWriter {
  /** Resolves when more can be written, for backpressure. Has no effect after `close` or `discard`. */
  write(text: string): Promise<void>
  /** Completes the file. Resolves to `undefined` when the text stayed short or could not be stored. */
  close(): Promise<SpillFile | undefined>
  /** Deletes the text that was written. */
  discard(): Promise<void>
}
