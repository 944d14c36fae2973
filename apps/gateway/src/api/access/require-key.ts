import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../request/error-response.js'

/** Rejects requests without the bearer key, in constant time. */
export function requireKey(key: string): MiddlewareHandler {
  const expected = digest(key)
  return async (context, next) => {
    const [, given] = /^Bearer (.+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    if (given === undefined || !timingSafeEqual(digest(given), expected)) {
      return errorResponse(401, 'invalid_api_key', 'Send the key of this server as `Authorization: Bearer <key>`.')
    }
    return next()
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
