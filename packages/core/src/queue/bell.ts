/** Wakes one that waits. A ring while it does not wait is kept for the next time. */
export class Bell {
  #hasRung = false
  #wake: (() => void) | undefined

  readonly ring = (): void => {
    this.#hasRung = true
    this.#wake?.()
  }

  /** @returns whether it was the bell, and not the end of the time. */
  async wait(limitMs: number): Promise<boolean> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(limitMs, longestTimerMs))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const hasRung = this.#hasRung
    this.#hasRung = false
    this.#wake = undefined
    return hasRung
  }
}

/** What a timer can count. */
const longestTimerMs = 2 ** 31 - 1
