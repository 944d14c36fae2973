import { Container, CURSOR_MARKER } from '@earendil-works/pi-tui'

/**
 * What is below the transcript. It is redrawn when it may have changed, but not because an answer grows.
 *
 * The cursor is searched for in the visible rows: on a terminal with fewer rows than the input, the mark of its
 * position would otherwise be written to the terminal.
 */
export class Bottom extends Container {
  readonly #rows: () => number
  #kept: { readonly width: number; readonly rows: number; readonly drawn: string[] } | undefined

  /** @param rows The height of the terminal. */
  constructor(rows: () => number) {
    super()
    this.#rows = rows
  }

  /** Marks the rows as possibly changed. */
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
