import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'
import { checkOwnHost } from './check-own-host.js'

/** Rejects requests that {@link checkOwnHost} does not accept. */
export function requireOwnHost(host: string, origins: readonly string[] = []): MiddlewareHandler {
  const problemOf = checkOwnHost(host, origins)
  return async (context, next) => {
    const { req } = context
    const problem = problemOf({ origin: req.header('origin'), host: req.header('host') })
    return problem ? errorResponse(403, problem.code, problem.message) : next()
  }
}
