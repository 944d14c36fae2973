/** The number of requests that one call may make. Nested decorators share it, so that their attempts do not multiply. */
export interface RequestBudget {
  /** Takes one request. Called before each request after the first one. Returns `false` if none is left. */
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
