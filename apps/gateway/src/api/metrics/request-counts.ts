export interface RequestCount {
  readonly method: string
  /** The pattern of the route, such as `/v1/runs/:id`. Requests without a route share `none`. */
  readonly route: string
  readonly status: number
  count: number
  /** Time until the answer started. */
  seconds: number
}

export interface CountedRequest extends Pick<RequestCount, 'method' | 'route' | 'status'> {
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number
}

/** Requests by route and status. */
export interface RequestCounts {
  readonly counts: readonly RequestCount[]
  /** Counts a request whose answer starts now. */
  add(request: CountedRequest): void
}

export function createRequestCounts(): RequestCounts {
  const rows = new Map<string, RequestCount>()
  return {
    get counts() {
      return [...rows.values()]
    },
    add({ method, route, status, startedAt }) {
      const key = `${method} ${route} ${status}`
      const row = rows.get(key) ?? { method, route, status, count: 0, seconds: 0 }
      rows.set(key, row)
      row.count += 1
      row.seconds += (performance.now() - startedAt) / 1000
    },
  }
}
