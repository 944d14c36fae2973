import { Container, CURSOR_MARKER } from '@earendil-works/pi-tui'

/**
 * What is below the transcript. It is drawn again once it may have changed, and not because an answer grows.
 *
 * The place of the cursor is looked for in the rows that the terminal shows: in one that is lower than the
 * input, the mark of that place would be written to the terminal.
 */
export class Bottom extends Container {
  readonly #rows: () => number
  #kept: { readonly width: number; readonly rows: number; readonly drawn: string[] } | undefined

  /** @param rows The height of the terminal. */
  constructor(rows: () => number) {
    super()
    this.#rows = rows
  }

  /** Something of it may have changed. */
  touch(): void {
    this.#kept = undefined
  }

  override invalidate(): void {
    this.touch()
    super.invalidate()
  }

  override render(width: number): string[] {
    const rows = this.#rows()
    if (this.#kept?.width !== width || this.#kept.rows !== rows) this.#kept = { width, rows, drawn: this.#draw(width) }
    return this.#kept.drawn
  }

  #draw(width: number): string[] {
    const drawn = super.render(width)
    const hidden = drawn.length - this.#rows()
    return drawn.map((row, index) => (index < hidden ? row.replace(CURSOR_MARKER, '') : row))
  }
}
