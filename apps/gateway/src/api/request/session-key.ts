import type { Context, MiddlewareHandler } from 'hono'
import { badRequest } from './request-error.js'

/** The header with the person or channel that a client speaks for, like `user` in the body. It selects the sessions and memory that the request uses. */
export const sessionKeyHeader = 'X-Hermes-Session-Key'

/** Returns the session key. @throws {RequestError} for an invalid key. */
export function sessionKeyOf(context: Context): string | undefined {
  const key = context.req.header(sessionKeyHeader)?.trim()
  if (key === undefined || /^[^\p{Cc}]{1,256}$/u.test(key)) return key
  throw badRequest(`${sessionKeyHeader} must be 1 to 256 characters, without control characters.`)
}

/** Checks the session key of every request, and repeats it in the answer. */
export const repeatSessionKey: MiddlewareHandler = async (context, next) => {
  const key = sessionKeyOf(context)
  await next()
  if (key !== undefined) context.header(sessionKeyHeader, key)
}
