import { PasteTerminal } from './terminal/paste-terminal.js'

/** The terminal of the process. What is drawn in one go, a frame and the cursor, is written in one go. */
export class FrameTerminal extends PasteTerminal {
  #isHeld = false

  override write(data: string): void {
    this.#hold()
    super.write(data)
  }

  override hideCursor(): void {
    this.#hold()
    super.hideCursor()
  }

  override showCursor(): void {
    this.#hold()
    super.showCursor()
  }

  /** What the program prints next, also to stderr, comes behind it. */
  override stop(): void {
    super.stop()
    this.#release()
  }

  /** Each write is a call of the system, which costs more than what a terminal does with a row of text. */
  #hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    process.stdout.cork()
    process.nextTick(() => this.#release())
  }

  #release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    process.stdout.uncork()
  }
}
