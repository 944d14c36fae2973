import type { TransportError } from '@hermes/core'

/** Error codes for an unknown host, or a port on which nothing listens. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/** Whether no connection could be made because nothing is there: the address is wrong or the server is down. */
export function isAway(failure: TransportError): boolean {
  if (failure.kind !== 'network') return false
  for (let cause: unknown = failure.cause; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && codes.has(cause.code)) return true
    if (cause instanceof AggregateError && cause.errors.some((error) => codes.has(error?.code))) return true
  }
  return false
}
