import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'

export interface RequestCount {
  readonly method: string
  /** The pattern of the route: `/v1/runs/:id`. Requests without a route share `none`. */
  readonly route: string
  readonly status: number
  count: number
  /** Until the answer began. */
  seconds: number
}

export interface RequestCounts {
  readonly counts: readonly RequestCount[]
  readonly middleware: MiddlewareHandler
}

/** Counts the requests of an app by route and status. */
export function createRequestCounts(): RequestCounts {
  const rows = new Map<string, RequestCount>()
  return {
    get counts() {
      return [...rows.values()]
    },
    async middleware(context, next) {
      const startedAt = performance.now()
      await next()
      // Patterns with a star belong to middleware.
      const found = matchedRoutes(context).findLast(({ path }) => !path.includes('*'))
      const [method, route] = found ? [context.req.method, found.path] : ['any', 'none']
      const { status } = context.res
      const key = `${method} ${route} ${status}`
      const row = rows.get(key) ?? { method, route, status, count: 0, seconds: 0 }
      rows.set(key, row)
      row.count += 1
      row.seconds += (performance.now() - startedAt) / 1000
    },
  }
}
