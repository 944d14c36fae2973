import type { SessionId } from '@hermes/core'

/**
 * Keeps what is too long for the model in files that `read_file` can open, so that nothing which a tool said is lost.
 * What is given here has been cleaned of secrets already.
 */
export interface SpillStore {
  /** Keeps a text whole. `undefined`: there is no room for it, and the log says why. */
  keep(text: string, origin: SpillOrigin): Promise<SpillFile | undefined>
  /** For a text that comes in pieces, of which nobody knows yet whether it will be too long. */
  open(origin: SpillOrigin): SpillWriter
}

export interface SpillOrigin {
  readonly sessionId: SessionId
  readonly callId: string
}

export interface SpillFile {
  /** As `read_file` takes it. */
  readonly path: string
  readonly characters: number
  /** The text went on, and its end was not kept. */
  readonly isCut: boolean
}

/** Nothing is written to disk while the text is short enough for the model. */
export interface SpillWriter {
  /** Resolves when more may come: a reader that waits for it holds the source back. */
  write(text: string): Promise<void>
  /** The file, or `undefined` where the text stayed short or could not be kept. */
  close(): Promise<SpillFile | undefined>
  /** Removes what was written. */
  discard(): Promise<void>
}
