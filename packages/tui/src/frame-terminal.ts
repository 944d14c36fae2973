import { PasteTerminal } from './terminal/paste-terminal.js'

const hidden = '\u001b[?25l'
const shown = '\u001b[?25h'

/** The terminal of the process. What is drawn in one go, a frame and the cursor, is written in one go. */
export class FrameTerminal extends PasteTerminal {
  #held = ''

  override write(data: string): void {
    this.#hold(data)
  }

  override hideCursor(): void {
    this.#hold(hidden)
  }

  override showCursor(): void {
    this.#hold(shown)
  }

  /** What the program prints next, also to stderr, comes behind it. */
  override stop(): void {
    this.#release()
    super.stop()
  }

  /** Each write is a call of the system, which costs more than what a terminal does with a row of text. */
  #hold(data: string): void {
    if (this.#held === '') process.nextTick(() => this.#release())
    this.#held += data
  }

  #release(): void {
    if (this.#held !== '') super.write(this.#held)
    this.#held = ''
  }
}
