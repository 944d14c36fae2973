import { PasteTerminal } from './terminal/paste-terminal.js'

const hidden = '\u001b[?25l'
const shown = '\u001b[?25h'

/** The terminal of the process. Everything drawn at once, such as a frame and the cursor, is written at once. */
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

  /** Flushes the output, so that whatever the program prints next, even to stderr, follows it. */
  override stop(): void {
    this.#release()
    super.stop()
  }

  /** Collects writes, because each one is a system call, which costs more than a terminal needs for a row of text. */
  #hold(data: string): void {
    if (this.#held === '') process.nextTick(() => this.#release())
    this.#held += data
  }

  #release(): void {
    if (this.#held !== '') super.write(this.#held)
    this.#held = ''
  }
}
