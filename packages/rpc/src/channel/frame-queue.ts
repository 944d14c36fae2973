/** Frames between a writer and one reader. */
export class FrameQueue implements AsyncIterable<string> {
  readonly #frames: string[] = []
  #error: unknown
  #isEnded = false
  #wake: (() => void) | undefined
  #drained: (() => void)[] = []

  push(frame: string): void {
    if (this.#isEnded) return
    this.#frames.push(frame)
    this.#wake?.()
  }

  /** Resolves when the reader has taken all frames or will take no more. */
  drained(): Promise<void> {
    if (this.#frames.length === 0 || this.#isEnded) return Promise.resolve()
    return new Promise((resolve) => this.#drained.push(resolve))
  }

  end(error?: unknown): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#error = error
    this.#wake?.()
    this.#tellDrained()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    while (true) {
      const frame = this.#frames.shift()
      if (frame !== undefined) {
        if (this.#frames.length === 0) this.#tellDrained()
        yield frame
      } else if (this.#isEnded) {
        if (this.#error !== undefined) throw this.#error
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
    }
  }

  #tellDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve()
  }
}
