import { TransportError } from '@hermes/core'

/** The codes of systems and `fetch` for a connection that was never made. */
const unreachable: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Whether a failed `fetch` sent nothing to the server: no connection was made, or a proxy refused to make one. */
export function wasNeverSent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && unreachable.includes(cause.code)) return true
    // The status is that of the proxy.
    if (TransportError.is(cause) && cause.status !== undefined) return true
  }
  return false
}
