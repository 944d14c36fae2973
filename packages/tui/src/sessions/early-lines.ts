interface EarlyLine {
  readonly text: string
  readonly send: () => Promise<void>
}

/** What was submitted before the first session is open. It is sent in its order, each after the one before. */
export class EarlyLines {
  readonly #lines: EarlyLine[] = []
  readonly #onChange: () => void
  #isSent = false

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** Those that wait, oldest first. */
  get texts(): readonly string[] {
    return this.#lines.map(({ text }) => text)
  }

  /** @returns false once all have been sent: lines need not wait any more. */
  add(text: string, send: () => Promise<void>): boolean {
    if (this.#isSent) return false
    this.#lines.push({ text, send })
    this.#onChange()
    return true
  }

  /** The newest one, which is not sent then. */
  takeBack(): string | undefined {
    const line = this.#lines.pop()
    if (line) this.#onChange()
    return line?.text
  }

  /** Sends what waits. @param onError Called with why a line was not sent; those behind it are. */
  async send(onError: (error: unknown) => void): Promise<void> {
    for (let line = this.#lines.shift(); line; line = this.#lines.shift()) {
      this.#onChange()
      await line.send().catch(onError)
    }
    this.#isSent = true
  }
}
