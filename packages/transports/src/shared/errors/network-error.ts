import { TransportError } from '@hermes/core'
import { maskUrl } from '@hermes/safety'
import { codeOf, rootOf } from '../http/error-code.js'
import { certificateSentence } from './certificate-sentence.js'
import type { ErrorContext } from './error-context.js'

/** Converts a connection error into a `TransportError` that says what to check. */
export function networkError(error: unknown, context: ErrorContext): TransportError {
  const code = codeOf(error)
  const kind = code === 'ETIMEDOUT' || /TIMEOUT/.test(code) ? 'timeout' : 'network'
  return new TransportError(kind, networkSentence(code, context), { cause: rootOf(error) })
}

/** Explains a system error of a connection and what to check. */
export function networkSentence(
  code: string,
  { provider, baseUrl }: Pick<ErrorContext, 'provider' | 'baseUrl'>,
): string {
  const { hostname, protocol } = new URL(baseUrl)
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${maskUrl(baseUrl)}: is the server running, and is the base URL right?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The host ${hostname} was not found: check the base URL ${maskUrl(baseUrl)} and the network connection.`
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `The host ${hostname} cannot be reached: check the network connection.`
  if (protocol === 'https:' && /WRONG_VERSION_NUMBER|EPROTO|SSL_PACKET/.test(code))
    return `${hostname} does not speak HTTPS there: check whether the base URL ${maskUrl(baseUrl)} should begin with http://.`
  const aboutCertificate = certificateSentence(code, hostname)
  if (aboutCertificate) return aboutCertificate
  if (/TIMEOUT|TIMEDOUT/.test(code)) return `${provider} did not answer in time (${code}): try again.`
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
    return `The connection to ${provider} broke (${code}): try again.`
  return `The request to ${provider} at ${maskUrl(baseUrl)} failed${code && ` (${code})`}: check the base URL and the network connection.`
}
