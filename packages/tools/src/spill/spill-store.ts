import type { SessionId } from '@hermes/core'

/**
 * Keeps what is too long for the model in files that `read_file` can open, so that nothing which a tool said is lost.
 * What is given here has been cleaned of secrets already. Nothing here ever rejects: a text that cannot be kept is only not
 * kept, and the log says why.
 */
export interface SpillStore {
  /** Keeps a text whole, as UTF-8. `undefined`: there is no room for it, or it could not be written. */
  keep(text: string, origin: SpillOrigin): Promise<SpillFile | undefined>
  /** For a text that comes in pieces, of which nobody knows yet whether it will be too long. */
  open(origin: SpillOrigin, options?: SpillOpenOptions): SpillWriter
}

export interface SpillOrigin {
  readonly sessionId: SessionId
  readonly callId: string
}

export interface SpillOpenOptions {
  /** Up to so many characters the text is short enough for the model, and there will be no file. Default 50,000. */
  readonly shortUpTo?: number
}

export interface SpillFile {
  /** As `read_file` takes it. */
  readonly path: string
  /** What the file holds. */
  readonly characters: number
  /** The text went on, and its end was not kept. */
  readonly isCut: boolean
}

/** Nothing is written while the text is short enough for the model. Calls may overlap; they take effect in their order. */
export interface SpillWriter {
  /** Resolves when more may come: a reader that waits for it holds the source back. After `close` or `discard`: nothing. */
  write(text: string): Promise<void>
  /** The file, or `undefined` where the text stayed short or could not be kept. It is complete then, and stays. */
  close(): Promise<SpillFile | undefined>
  /** Removes what was written. */
  discard(): Promise<void>
}
