import { type Terminal, TuiMainScreen } from '@earendil-works/pi-tui'
import { CursorQuestion } from '../questions/cursor-question.js'
import { type DrawnState, firstShown, heightOf, isAbove } from '../rows/shown-rows.js'
import type { Place } from '../transcript/transcript-layout.js'

export interface MainScreenOptions {
  readonly terminal: Terminal
  /** Called when something other than the transcript may have changed. */
  readonly onRequest: () => void
  /** Called after each frame. @returns by how many rows the next one is shorter at its top. */
  readonly shorten: () => number
  /** Returns the place shown in a row of the latest frame. */
  readonly placeOf: (row: number) => Place
  /** Returns the row of a place in the frame that is drawn now. */
  readonly rowOf: (place: Place) => number
}

/**
 * The main screen of the terminal, whose scrollback keeps the rows that are no longer drawn.
 *
 * Rows that have left the screen cannot be redrawn. When one of them or the size of the terminal has changed, the base
 * class clears the terminal with its scrollback, including what the shell has printed. This class redraws only the
 * screen.
 */
export class MainScreen extends TuiMainScreen {
  readonly #options: MainScreenOptions
  /** The rows of the latest frame, as they were drawn and as they were compared. */
  #drawn: readonly string[] = []
  #compared: readonly string[] = []
  /** The rows of the frame that is drawn now. */
  #frame: readonly string[] | undefined
  /** The first row to draw. */
  #first = 0
  #isUnfolding = false
  /** Whether another program has used the terminal since the latest frame. */
  #isBack = false
  #isEnding = false
  /** Whether the transcript is drawn in the next tick. */
  #isRequested = false
  readonly #cursor: CursorQuestion

  constructor(options: MainScreenOptions) {
    // The cursor of the terminal is placed at the caret, for input methods.
    super(options.terminal, true)
    this.#options = options
    this.#cursor = new CursorQuestion(
      (data) => this.terminal.write(data),
      () => this.renderNow(),
    )
    this.addInputListener((data) => (this.#cursor.read(data) ? { consume: true } : undefined))
  }

  override requestRender(force?: boolean): void {
    this.#options.onRequest()
    super.requestRender(force)
  }

  /** Draws the transcript without the timer of other requests, because the caller paces itself. */
  requestTranscript(): void {
    if (this.#isRequested) return
    this.#isRequested = true
    process.nextTick(() => {
      this.#isRequested = false
      if (!this.stopped) this.renderNow()
    })
  }

  /** Redraws from the first changed row, because the number of rows above the screen has grown. */
  requestUnfolded(): void {
    this.#isUnfolding = true
    this.requestRender()
  }

  /** Redraws everything that the terminal shows, because another program may have written over it. */
  requestWhole(): void {
    this.#isBack = true
    this.requestRender()
  }

  override render(width: number): string[] {
    // The base class removes the cursor mark from the rows that it gets.
    const rows = this.#frame ? [...this.#frame] : super.render(width)
    return this.#first === 0 ? rows : rows.slice(this.#first)
  }

  protected override doRender(): void {
    const state = this.captureRenderState()
    const { columns: width, rows: height } = this.terminal
    const isResized = state.previousWidth !== width || state.previousHeight !== height
    const isDrawn = state.previousLines.length > 0
    if (isResized && isDrawn && !this.#isEnding && !this.#cursor.isSettled(`${width}x${height}`)) return
    const top = isResized
      ? firstShown(state, { width, height, cursor: this.#cursor.take() })
      : state.previousViewportTop
    const place = this.#options.placeOf(top)
    const frame = this.render(width)
    const lines = this.applyLineResets([...frame])
    const changed = lines.findIndex((line, row) => line !== state.previousLines[row])
    const isLost = isResized || this.#isBack || isAbove(state, { lines, changed, height })
    if (isDrawn && isLost) {
      const kept = this.#options.rowOf(place)
      // On a low terminal, a question that appears below the transcript is shown whole.
      const isNew = kept === Number.POSITIVE_INFINITY && lines.length > state.previousLines.length
      const from = changed !== -1 && (isNew || this.#isUnfolding) ? changed : kept
      const first = Math.min(from, kept)
      this.#redraw(
        state,
        top === 0 ? 0 : first === Number.POSITIVE_INFINITY ? Math.max(0, lines.length - height) : first,
      )
    } else this.#draw(frame)
    this.#isUnfolding = false
    this.#isBack = false
    const count = this.#options.shorten()
    if (count > 0) this.#forget(count)
  }

  /** Draws the remaining changes at the end. */
  override stop(): void {
    this.#isEnding = true
    this.doRender()
    this.#isEnding = false
    this.#cursor.stop()
    super.stop()
  }

  /**
   * Takes over the terminal again after a stop. Its content is redrawn, because the other program may have written over
   * it.
   */
  resume(): void {
    const state = this.captureRenderState()
    const { length } = state.previousLines
    this.restoreRenderState({ ...state, previousLines: [...state.previousLines, ''], hardwareCursorRow: length })
    this.#isBack = true
    this.start()
    // A request made during the stop would block later ones.
    this.renderNow()
  }

  /** Moves to the next row, where the shell continues. */
  protected override beforeTerminalStop(): void {
    const { previousLines, hardwareCursorRow } = this.captureRenderState()
    const down = previousLines.length - 1 - hardwareCursorRow
    if (previousLines.length > 0) this.terminal.write(`${down > 0 ? `\u001b[${down}B` : ''}\r\n`)
  }

  /** Reuses the string of an unchanged row, because hundreds of rows are compared at each frame. */
  protected override applyLineResets(lines: string[]): string[] {
    const compared = lines.map((line, index) => {
      const known = line === this.#drawn[index] ? this.#compared[index] : undefined
      return known ?? super.applyLineResets([line])[0] ?? ''
    })
    this.#drawn = lines
    this.#compared = compared
    return compared
  }

  /** Draws the changed rows without recreating them, because there may be a thousand. */
  #draw(frame: readonly string[]): void {
    this.#frame = frame
    try {
      super.doRender()
    } finally {
      this.#frame = undefined
    }
  }

  /** Redraws the rows from `first` on, over those that the terminal shows. */
  #redraw(before: DrawnState, first: number): void {
    const { columns: width, rows: height } = this.terminal
    const above = super.applyLineResets(super.render(width).slice(0, first))
    const up = heightOf(before.previousLines.slice(0, before.hardwareCursorRow), width)
    // Terminals may keep a cleared screen in the scrollback, so the first row is cleared separately.
    const clear = '\u001b[2K\u001b7\u001b[B\u001b[J\u001b8'
    this.terminal.write(`\u001b[?2026h${up > 0 ? `\u001b[${Math.min(up, height)}A` : ''}\r${clear}`)
    this.restoreRenderState(nothingDrawn)
    this.#first = first
    super.doRender()
    this.#first = 0
    this.#shift(above, first)
  }

  /**
   * Treats rows that were drawn above the terminal's own as never drawn. Otherwise, everything would be redrawn for
   * them.
   */
  #forget(count: number): void {
    const state = this.captureRenderState()
    if (count >= state.previousViewportTop) return
    const first = super.applyLineResets(this.render(state.previousWidth).slice(0, 1))
    this.restoreRenderState({ ...state, previousLines: state.previousLines.slice(count + 1) })
    this.#shift(first, -count)
  }

  /** Puts rows above those of the latest frame, which then are `by` rows lower. */
  #shift(above: readonly string[], by: number): void {
    const state = this.captureRenderState()
    this.restoreRenderState({
      ...state,
      previousLines: [...above, ...state.previousLines],
      cursorRow: state.cursorRow + by,
      hardwareCursorRow: state.hardwareCursorRow + by,
      maxLinesRendered: state.maxLinesRendered + by,
      previousViewportTop: state.previousViewportTop + by,
    })
  }
}

const nothingDrawn: DrawnState = {
  previousLines: [],
  previousWidth: 0,
  previousHeight: 0,
  cursorRow: 0,
  hardwareCursorRow: 0,
  maxLinesRendered: 0,
  previousViewportTop: 0,
}
