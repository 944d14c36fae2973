import { RequestError } from '../request/request-error.js'

/** Limits the number of concurrent requests. */
export interface RequestLimit {
  /**
   * Counts a request.
   * @returns a function that ends the request.
   * @throws {RequestError} when the limit is reached.
   */
  take(): () => void
  /**
   * Counts a request that an earlier process has accepted, and which is therefore not rejected.
   * @returns a function that ends the request.
   */
  enter(): () => void
  /** The number of running requests. */
  readonly running: number
}

export function createRequestLimit(max: number): RequestLimit {
  const running = new Set<symbol>()
  function enter(): () => void {
    const request = Symbol('request')
    running.add(request)
    return () => void running.delete(request)
  }
  return {
    enter,
    take() {
      if (running.size >= max) {
        const message = `${max} turns are running, the most at the same time: try again later.`
        throw new RequestError(429, 'too_many_runs', message, { headers: { 'retry-after': '5' } })
      }
      return enter()
    },
    get running() {
      return running.size
    },
  }
}
