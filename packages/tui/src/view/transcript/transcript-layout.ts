/** A place in a transcript, independent of the width of the terminal. */
export interface Place {
  readonly sessionId: string
  readonly block: number
  readonly row: number
  /** Number of rows of the block. */
  readonly rows: number
  readonly width: number
}

/** The rows of each block of a transcript. */
export class TranscriptLayout {
  /** The first row of each block, followed by the number of rows. */
  readonly #starts: readonly number[]
  readonly #of: { readonly sessionId: string; readonly width: number; readonly first: number }

  /** @param of `first`: the index of the first block. */
  constructor(starts: readonly number[], of: { sessionId: string; width: number; first: number }) {
    this.#starts = starts
    this.#of = of
  }

  /** Returns the place of a row. Rows below the transcript are at the end of its last block. */
  placeOf(row: number): Place {
    const { sessionId, width, first } = this.#of
    const blocks = this.#starts.slice(0, -1)
    const index = Math.max(
      0,
      blocks.findLastIndex((start) => start <= row),
    )
    const rows = this.#rowsOf(index)
    const offset = Math.max(0, row - (this.#starts[index] ?? 0))
    return { sessionId, width, block: first + index, row: Math.min(offset, rows), rows }
  }

  /**
   * Returns the row of a place: the first row in the transcript of another session, and `Infinity` for a place below.
   */
  rowOf({ sessionId, width, block, row, rows }: Place): number {
    const { first } = this.#of
    if (sessionId !== this.#of.sessionId || block < first) return 0
    const index = Math.min(block - first, this.#starts.length - 1)
    const now = this.#rowsOf(index)
    const offset = width === this.#of.width || rows === 0 ? row : Math.floor((row * now) / rows)
    const found = (this.#starts[index] ?? 0) + Math.min(offset, now)
    return found < (this.#starts.at(-1) ?? 0) ? found : Number.POSITIVE_INFINITY
  }

  #rowsOf(index: number): number {
    const start = this.#starts[index] ?? 0
    return (this.#starts[index + 1] ?? start) - start
  }
}
