import type { TransportError } from '@hermes/core'

/** The name is unknown, or nothing listens at the port: some seconds of waiting do not change that. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/** Whether no connection could be made because there is nobody to connect to. */
export function isUnreachable(failure: TransportError): boolean {
  if (failure.kind !== 'network') return false
  for (let cause: unknown = failure.cause; cause instanceof Error; cause = cause.cause) {
    // What `fetch` says of a port that it never connects to.
    if (cause.message === 'bad port') return true
    if ('code' in cause && typeof cause.code === 'string' && codes.has(cause.code)) return true
    if (cause instanceof AggregateError && cause.errors.some((error) => codes.has(error?.code))) return true
  }
  return false
}
