import { Container, CURSOR_MARKER } from '@earendil-works/pi-tui'

/**
 * The input and the status below it. The place of the cursor is looked for in the rows that the terminal shows: in one that is lower than the
 * input, the mark of that place would be written to the terminal.
 */
export class Bottom extends Container {
  readonly #rows: () => number

  /** @param rows The height of the terminal. */
  constructor(rows: () => number) {
    super()
    this.#rows = rows
  }

  override render(width: number): string[] {
    const drawn = super.render(width)
    const hidden = drawn.length - this.#rows()
    return drawn.map((row, index) => (index < hidden ? row.replace(CURSOR_MARKER, '') : row))
  }
}
