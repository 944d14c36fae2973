/** How many requests are answered at the same time. */
export interface RequestLimit {
  /** @returns what ends the request; `undefined` when as many as may are being answered. */
  take(): (() => void) | undefined
  /** Requests that are being answered. */
  readonly running: number
}

export function createRequestLimit(max: number): RequestLimit {
  const running = new Set<symbol>()
  return {
    take() {
      if (running.size >= max) return undefined
      const request = Symbol('request')
      running.add(request)
      return () => void running.delete(request)
    },
    get running() {
      return running.size
    },
  }
}
