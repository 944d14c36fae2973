/** Wakes a waiter. A ring without a waiter is kept for the next wait. */
export class Bell {
  #hasRung = false
  #wake: (() => void) | undefined

  readonly ring = (): void => {
    this.#hasRung = true
    this.#wake?.()
  }

  /** Waits for a ring. @returns `true` for a ring, `false` for a timeout. */
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

/** The maximum delay of a timer. */
const longestTimerMs = 2 ** 31 - 1
