import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'
import { isLoopback } from './is-loopback.js'

/**
 * Protects a server on the user's own machine from web pages: their requests carry an `Origin`, and a DNS-rebound name arrives as a
 * foreign `Host`.
 * @param origins The web pages that may call it.
 */
export function requireOwnHost(host: string, origins: readonly string[] = []): MiddlewareHandler {
  const isLocal = isLoopback(host)
  return async (context, next) => {
    const origin = context.req.header('origin')
    if (origin !== undefined && !origins.includes(origin)) {
      const message =
        'This server does not answer this web page: its owner can add it to gateway.api_server.cors_origins.'
      return errorResponse(403, 'forbidden_origin', message)
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
