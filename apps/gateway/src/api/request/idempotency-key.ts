import type { Context } from 'hono'
import { badRequest } from './request-error.js'

/** A repeated request with the same key and session gets the answer of the first one. */
export const idempotencyHeader = 'Idempotency-Key'

/** @throws {RequestError} for a key that is no key. */
export function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header(idempotencyHeader)
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw badRequest(`${idempotencyHeader} must be 1 to 255 visible ASCII characters.`)
}
