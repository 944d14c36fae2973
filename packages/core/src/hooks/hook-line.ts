/** A call that waits for the hooks of one plugin. */
interface Waiting<Piece> {
  /** The part that can be joined with the next one. Absent: the call stands alone. */
  piece?: Piece
  readonly call: (piece: Piece | undefined) => Promise<void>
}

export interface HookLineOptions<Piece> {
  /** Joins two pieces. Returns `undefined` to keep both. */
  readonly join: (last: Piece, next: Piece) => Piece | undefined
  /** Returns the number of characters in a piece. */
  readonly sizeOf: (piece: Piece) => number
  /** Called once, when something is left out. */
  readonly onFull: () => void
}

/** The maximum number of waiting characters. */
const mostChars = 1_000_000
/** The maximum number of waiting calls. A turn has one or two for each of its answers. */
const mostEntries = 1_000

/** Calls the hooks of one plugin one after another, in the order of events. Adding never waits for them. */
export class HookLine<Piece> {
  readonly #options: HookLineOptions<Piece>
  readonly #waiting: Waiting<Piece>[] = []
  #chars = 0
  #isCalling = false
  #isFullTold = false

  constructor(options: HookLineOptions<Piece>) {
    this.#options = options
  }

  /** Adds a call. @returns whether there was room for it. */
  add(call: () => Promise<void>): boolean {
    if (this.#waiting.length >= mostEntries) return this.#refuse()
    this.#waiting.push({ call })
    void this.#callAll()
    return true
  }

  /** Adds a piece. @returns whether there was room for it. */
  addPiece(piece: Piece, call: (piece: Piece) => Promise<void>): boolean {
    const { join, sizeOf } = this.#options
    const size = sizeOf(piece)
    if (this.#chars + size > mostChars) return this.#refuse()
    const last = this.#waiting.at(-1)
    const joined = last?.piece === undefined ? undefined : join(last.piece, piece)
    if (joined === undefined && this.#waiting.length >= mostEntries) return this.#refuse()
    this.#chars += size
    if (last && joined !== undefined) last.piece = joined
    else this.#waiting.push({ piece, call: async (whole) => (whole === undefined ? undefined : call(whole)) })
    void this.#callAll()
    return true
  }

  async #callAll(): Promise<void> {
    if (this.#isCalling) return
    this.#isCalling = true
    // Lets the caller continue first.
    await Promise.resolve()
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { piece, call } = next
      if (piece !== undefined) this.#chars -= this.#options.sizeOf(piece)
      await call(piece)
    }
    this.#isCalling = false
  }

  #refuse(): false {
    if (!this.#isFullTold) this.#options.onFull()
    this.#isFullTold = true
    return false
  }
}
