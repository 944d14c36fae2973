import type { Context } from 'hono'
import { noRetry } from './no-retry.js'
import { badRequest, RequestError } from './request-error.js'

/** The header with a key. A repeated request with the same key gets the answer of the first one. */
export const idempotencyHeader = 'Idempotency-Key'

/** How long a key is remembered, in milliseconds. Clients that number their keys by the day use them again. */
export const idempotencyMs = 24 * 60 * 60 * 1000

/** Returns the key of a request. @throws {RequestError} for an invalid key. */
export function idempotencyKey(context: Context): string | undefined {
  const key = context.req.header(idempotencyHeader)
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw badRequest(`${idempotencyHeader} must be 1 to 255 visible ASCII characters.`)
}

export function keyConflict(): RequestError {
  return new RequestError(409, 'idempotency_conflict', `This ${idempotencyHeader} was used with another request.`, {
    headers: noRetry,
  })
}
