import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'
import type { ApiKey } from './api-key.js'

declare module 'hono' {
  interface ContextVariableMap {
    /** The key of the request. Set by {@link requireKey}. */
    readonly apiKey: ApiKey
  }
}

/** Rejects requests without one of the bearer keys. Takes the same time for all wrong keys. */
export function requireKey(keys: readonly ApiKey[]): MiddlewareHandler {
  const known = keys.map((key) => ({ key, digest: digest(key.secret) }))
  return async (context, next) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    const sent = given === undefined ? undefined : digest(given)
    const [found] = sent ? known.filter((candidate) => timingSafeEqual(candidate.digest, sent)) : []
    if (!found) {
      return errorResponse(401, 'invalid_api_key', 'Send a key of this server as `Authorization: Bearer <key>`.')
    }
    context.set('apiKey', found.key)
    return next()
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
