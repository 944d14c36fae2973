interface EarlyLine {
  readonly text: string
  readonly send: () => Promise<void>
}

/** Lines submitted before the first session is open. They are sent in order, each after the previous one. */
export class EarlyLines {
  readonly #lines: EarlyLine[] = []
  readonly #onChange: () => void
  #isSent = false

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The waiting lines, oldest first. */
  get texts(): readonly string[] {
    return this.#lines.map(({ text }) => text)
  }

  /** Adds a line. @returns false once all lines have been sent, so that lines no longer need to wait. */
  add(text: string, send: () => Promise<void>): boolean {
    if (this.#isSent) return false
    this.#lines.push({ text, send })
    this.#onChange()
    return true
  }

  /** Takes back the newest line, which is then not sent. */
  takeBack(): string | undefined {
    const line = this.#lines.pop()
    if (line) this.#onChange()
    return line?.text
  }

  /**
   * Sends the waiting lines. @param onError Called with the reason why a line was not sent. The following lines are
   * still sent.
   */
  async send(onError: (error: unknown) => void): Promise<void> {
    for (let line = this.#lines.shift(); line; line = this.#lines.shift()) {
      this.#onChange()
      await line.send().catch(onError)
    }
    this.#isSent = true
  }
}
