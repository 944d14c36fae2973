import type { TransportError } from '@hermes/core'

/** The name is unknown, or nothing listens at the port: some seconds of waiting do not change that. */
const codes = new Set(['ECONNREFUSED', 'ENOTFOUND'])

/** Nor do they make a certificate good. */
const aboutCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Whether no connection could be made because no server listens, or its certificate is not trusted. */
export function isUnreachable(failure: TransportError): boolean {
  if (failure.kind !== 'network') return false
  // A proxy refused.
  if (failure.status !== undefined && failure.status < 500) return true
  for (let cause: unknown = failure.cause; cause instanceof Error; cause = cause.cause) {
    // What `fetch` says of a port that it never connects to.
    if (cause.message === 'bad port') return true
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (codes.has(code) || aboutCertificate.test(code)) return true
    if (cause instanceof AggregateError && cause.errors.some((error) => codes.has(error?.code))) return true
  }
  return false
}
