/** Limits the number of concurrent requests. */
export interface RequestLimit {
  /** @returns a function that ends the request; `undefined` when the limit is reached. */
  take(): (() => void) | undefined
  /** The number of running requests. */
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
