/**
 * How many requests one call may make. Decorators around each other share it, so that their attempts add up and do not
 * multiply.
 */
export interface RequestBudget {
  /** Asked before each further request; the first one needs no leave. */
  take(): boolean
}

export function createRequestBudget(requests: number): RequestBudget {
  let left = requests - 1
  return {
    take() {
      left -= 1
      return left >= 0
    },
  }
}
