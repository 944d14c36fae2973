import type { TransportError } from '@hermes/core'
import { isAway } from './is-away.js'

/** Error codes of invalid certificates, for which a retry does not help. */
const aboutCertificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Whether no connection could be made because no server listens or its certificate is not trusted. */
export function isUnreachable(failure: TransportError): boolean {
  if (failure.kind !== 'network') return false
  // A proxy rejected the request.
  if (failure.status !== undefined && failure.status < 500) return true
  for (let cause: unknown = failure.cause; cause instanceof Error; cause = cause.cause) {
    // `fetch` throws this error for a blocked port.
    if (cause.message === 'bad port') return true
    if ('code' in cause && typeof cause.code === 'string' && aboutCertificate.test(cause.code)) return true
  }
  return isAway(failure)
}
