import { TransportError } from '@hermes/core'
import type { ErrorContext } from './error-context.js'

/** Makes one sentence of what kept a request from arriving or an answer from coming whole. */
export function networkError(error: unknown, context: ErrorContext): TransportError {
  const code = codeOf(error)
  const kind = code === 'ETIMEDOUT' || /TIMEOUT/.test(code) ? 'timeout' : 'network'
  return new TransportError(kind, sentence(code, context), { cause: rootOf(error) })
}

function sentence(code: string, { provider, baseUrl }: ErrorContext): string {
  const { hostname, protocol } = new URL(baseUrl)
  if (code === 'ECONNREFUSED') return `Nothing answers at ${baseUrl}: is the server running, and is the base URL right?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${hostname} was not found: check the base URL ${baseUrl} and the network connection.`
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `The host ${hostname} cannot be reached: check the network connection.`
  if (protocol === 'https:' && /WRONG_VERSION_NUMBER|EPROTO|SSL_PACKET/.test(code))
    return `${hostname} does not speak HTTPS there: check whether the base URL ${baseUrl} should begin with http://.`
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `The certificate of ${hostname} is not trusted (${code}): set NODE_EXTRA_CA_CERTS to the file of its authority.`
  if (/TIMEOUT|TIMEDOUT/.test(code)) return `${provider} did not answer in time (${code}): try again.`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
    return `The connection to ${provider} broke (${code}): try again.`
  return `The request to ${provider} at ${baseUrl} failed${code && ` (${code})`}: check the base URL and the network connection.`
}

/** The first `code` on the way down; `fetch` wraps the system's error, and one for each address of a host. */
function codeOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0])
  }
  return ''
}

function rootOf(error: unknown): unknown {
  return causesOf(error).at(-1) ?? error
}

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause)
  return causes
}
