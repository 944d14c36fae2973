import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'
import { isLoopback } from './is-loopback.js'

/**
 * Protects a server on the user's own machine from web pages: their requests carry an `Origin`, and a DNS-rebound name arrives as a
 * foreign `Host`.
 */
export function requireOwnHost(host: string): MiddlewareHandler {
  const isLocal = isLoopback(host)
  return async (context, next) => {
    if (context.req.header('origin') !== undefined) {
      return errorResponse(403, 'forbidden_origin', 'This server does not answer requests of web pages.')
    }
    if (isLocal && !isLoopback(nameOf(context.req.header('host') ?? ''))) {
      return errorResponse(403, 'forbidden_host', 'This server only answers to the name of this machine.')
    }
    return next()
  }
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
