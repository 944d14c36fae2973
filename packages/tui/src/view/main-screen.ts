import { type Terminal, TuiMainScreen } from '@earendil-works/pi-tui'

export interface MainScreenOptions {
  readonly terminal: Terminal
  /** Something other than the transcript may have changed. */
  readonly onRequest: () => void
  /** Called after each frame. @returns how many rows fewer the next one has at its top. */
  readonly shorten: () => number
}

/** The main screen of the terminal, whose scrollback keeps the rows that are no longer drawn. */
export class MainScreen extends TuiMainScreen {
  readonly #options: MainScreenOptions
  /** The rows of the latest frame, as they were drawn and as they were compared. */
  #drawn: readonly string[] = []
  #compared: readonly string[] = []

  constructor(options: MainScreenOptions) {
    // The cursor of the terminal stands at the caret, for input methods.
    super(options.terminal, true)
    this.#options = options
  }

  override requestRender(force?: boolean): void {
    this.#options.onRequest()
    super.requestRender(force)
  }

  /** Draws the transcript. */
  requestTranscript(): void {
    super.requestRender()
  }

  protected override doRender(): void {
    super.doRender()
    const count = this.#options.shorten()
    if (count > 0) this.#forget(count)
  }

  /** A row that is the same as in the frame before is the same string: hundreds of them are compared at each frame. */
  protected override applyLineResets(lines: string[]): string[] {
    const compared = lines.map((line, index) => {
      const known = line === this.#drawn[index] ? this.#compared[index] : undefined
      return known ?? super.applyLineResets([line])[0] ?? ''
    })
    this.#drawn = lines
    this.#compared = compared
    return compared
  }

  /** Rows that were drawn above the terminal's own are taken for never drawn: otherwise, everything would be drawn again for them. */
  #forget(count: number): void {
    const state = this.captureRenderState()
    if (count >= state.previousViewportTop) return
    const first = super.applyLineResets(this.render(state.previousWidth).slice(0, 1))
    this.restoreRenderState({
      ...state,
      previousLines: [...first, ...state.previousLines.slice(count + 1)],
      cursorRow: state.cursorRow - count,
      hardwareCursorRow: state.hardwareCursorRow - count,
      maxLinesRendered: state.maxLinesRendered - count,
      previousViewportTop: state.previousViewportTop - count,
    })
  }
}
