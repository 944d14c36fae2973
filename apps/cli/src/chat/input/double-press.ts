/** Detects two presses within a short time. */
export interface DoublePress {
  /** @returns whether this is the second press. */
  press(): boolean
}

export function createDoublePress(withinMs: number, now: () => number = Date.now): DoublePress {
  let last = Number.NEGATIVE_INFINITY
  return {
    press() {
      const isSecond = now() - last <= withinMs
      last = isSecond ? Number.NEGATIVE_INFINITY : now()
      return isSecond
    },
  }
}
