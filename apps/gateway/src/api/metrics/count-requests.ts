import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { RequestCounts } from './request-counts.js'

/** Counts the requests of an app. */
export function countRequests(requests: RequestCounts): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now()
    await next()
    // Patterns with a star belong to middleware. If several routes match, the first one has answered.
    const found = matchedRoutes(context).find(({ path }) => !path.includes('*'))
    const [method, route] = found ? [context.req.method, found.path] : ['any', 'none']
    requests.add({ method, route, status: context.res.status, startedAt })
  }
}
