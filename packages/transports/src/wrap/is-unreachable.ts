import type { TransportError } from '@hermes/core'

/** The host is unknown, or nothing listens on the port. A retry within seconds does not help. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/** Invalid certificates. A retry does not help either. */
const aboutCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Whether no connection could be made because no server listens, or its certificate is not trusted. */
export function isUnreachable(failure: TransportError): boolean {
  if (failure.kind !== 'network') return false
  // A proxy rejected the request.
  if (failure.status !== undefined && failure.status < 500) return true
  for (let cause: unknown = failure.cause; cause instanceof Error; cause = cause.cause) {
    // The error of `fetch` for a blocked port.
    if (cause.message === 'bad port') return true
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (codes.has(code) || aboutCertificate.test(code)) return true
    if (cause instanceof AggregateError && cause.errors.some((error) => codes.has(error?.code))) return true
  }
  return false
}
