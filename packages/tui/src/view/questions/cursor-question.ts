/** How long a terminal may take to report its cursor position, in milliseconds. */
const answerMs = 150

const sequenceStart = '\u001b['

/** Asks a terminal for the row of its cursor, which only the terminal knows after its size has changed. */
export class CursorQuestion {
  readonly #write: (data: string) => void
  readonly #onAnswer: () => void
  #asked: { readonly size: string; readonly timer: NodeJS.Timeout } | undefined
  #answer: { readonly size: string; readonly row: number | undefined } | undefined

  /** @param onAnswer Also called when no answer has arrived in time. */
  constructor(write: (data: string) => void, onAnswer: () => void) {
    this.#write = write
    this.#onAnswer = onAnswer
  }

  /** Asks for the row at a size of the terminal. @returns whether that is settled. */
  isSettled(size: string): boolean {
    if (this.#answer?.size === size) return true
    if (this.#asked?.size === size) return false
    clearTimeout(this.#asked?.timer)
    this.#asked = { size, timer: setTimeout(() => this.#settle(undefined), answerMs) }
    this.#write(`${sequenceStart}6n`)
    return false
  }

  /** Returns the row once, counted from 0. `undefined`: the terminal did not report it. */
  take(): number | undefined {
    const row = this.#answer?.row
    this.#answer = undefined
    return row
  }

  /** Returns whether the input was the answer. */
  read(data: string): boolean {
    const [, row] = data.startsWith(sequenceStart) ? (/^(\d+);\d+R$/.exec(data.slice(sequenceStart.length)) ?? []) : []
    if (row === undefined || !this.#asked) return false
    this.#settle(Number(row) - 1)
    return true
  }

  /** Stops waiting for an answer. */
  stop(): void {
    clearTimeout(this.#asked?.timer)
    this.#asked = undefined
  }

  #settle(row: number | undefined): void {
    if (!this.#asked) return
    this.#answer = { size: this.#asked.size, row }
    this.stop()
    this.#onAnswer()
  }
}
