import { type JsonObject, TransportError, type TransportErrorKind } from '@hermes/core'
import { type HttpReply, htmlPage, httpReply } from './wire.js'

/** The error body of a provider. */
export interface RefusedCall {
  readonly kind: TransportErrorKind | 'server-error'
  readonly status: number
  readonly message: string
}

const statuses: Readonly<Record<Exclude<TransportErrorKind, 'network' | 'protocol'>, number>> = {
  auth: 401,
  billing: 402,
  'rate-limit': 429,
  overloaded: 503,
  'context-overflow': 400,
  'content-filter': 400,
  'model-not-found': 404,
  'invalid-request': 400,
  timeout: 504,
}

/**
 * Implements `Wire.refuse` for a provider with JSON errors: `toBody` creates the body; the status is the error's own or
 * the usual one of its kind, and `retryAfterMs` becomes a `retry-after` header.
 *
 * @example `refuse: (error) => jsonRefusal(error, ({ kind, message }) => ({ error: { code: kind, message } }))`
 */
export function jsonRefusal(error: Error, toBody: (call: RefusedCall) => JsonObject): HttpReply | 'drop' {
  const { message } = error
  if (!TransportError.is(error)) return httpReply(500, toBody({ kind: 'server-error', status: 500, message }))
  const { kind, retryAfterMs } = error
  if (kind === 'network') return 'drop'
  if (kind === 'protocol') return htmlPage()
  const status = error.status ?? statuses[kind]
  return httpReply(status, toBody({ kind, status, message }), retryHeaders(retryAfterMs))
}

/** Returns whole seconds, as providers send them, or milliseconds if seconds cannot express the delay. */
export function retryHeaders(retryAfterMs: number | undefined): Readonly<Record<string, string>> {
  if (retryAfterMs === undefined) return {}
  const seconds = { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
  return retryAfterMs % 1000 === 0 ? seconds : { ...seconds, 'retry-after-ms': String(retryAfterMs) }
}
