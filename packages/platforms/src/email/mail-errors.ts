import { HermesError } from '@hermes/core'
import { PlatformError, type PlatformErrorKind } from '@hermes/core/platform'

/** Converts a failure of the IMAP connection. Receiving has no effect that could be unknown. */
export function toImapError(error: unknown, host: string, proxy?: URL): HermesError {
  if (HermesError.is(error)) return error
  const { authenticationFailed, serverResponseCode: code, responseText } = isRecord(error) ? error : {}
  if (authenticationFailed !== true)
    return failure('transient', `The connection to the mail server ${host}${through(proxy)} failed`, error)
  const answer = typeof responseText === 'string' ? responseText : ''
  if (notNow.has(code) || isCrowded(answer)) return failure('transient', tryLater(host, answer), error)
  return failure('auth', `The mail server ${host} refused the login`, error)
}

/** Response codes of a login that may succeed later (RFC 5530), for example when a server is starting or has too many connections. */
const notNow: ReadonlySet<unknown> = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG'])

/** Whether there are too many connections, for which Gmail has no code. */
function isCrowded(answer: string): boolean {
  return /^too many\b/i.test(answer)
}

function tryLater(host: string, answer: string): string {
  return `The mail server ${host} refuses logins at the moment: ${answer}`
}

/** How long to wait when a server accepts no more mail for now. Servers do not say how long. */
const retryAfterMs = 60_000

/**
 * Converts a failure to send.
 * @param wasSent Whether the whole mail had left. The server may have accepted it then, even without an answer.
 */
export function toSmtpError(error: unknown, host: string, wasSent: boolean, proxy?: URL): HermesError {
  if (HermesError.is(error)) return error
  const { responseCode: code, response, code: reason } = isRecord(error) ? error : {}
  const answer = typeof response === 'string' ? response : String(code)
  if (reason === 'EAUTH') {
    const isLater = typeof code === 'number' && code < 500
    return isLater
      ? failure(kindOf(code, answer), tryLater(host, answer), error)
      : failure('auth', `The mail server ${host} refused the login`, error)
  }
  if (typeof code === 'number') {
    return failure(kindOf(code, answer), `The mail server ${host} rejected the mail: ${answer}`, error)
  }
  if (wasSent) return failure('unknown-outcome', `The connection to ${host} broke before it answered`, error)
  return failure('transient', `The mail server ${host} could not be reached${through(proxy)}`, error)
}

/** Names the proxy, without its password. */
function through(proxy: URL | undefined): string {
  return proxy ? ` through the proxy ${proxy.host}` : ''
}

function failure(kind: PlatformErrorKind, message: string, cause: unknown): PlatformError {
  return new PlatformError(kind, `${message.replace(/\.$/, '')}.`, {
    cause,
    ...(kind === 'rate-limit' && { retryAfterMs }),
  })
}

/** Classifies an answer by its enhanced status code (RFC 3463), which nearly all servers add. */
function kindOf(code: number, answer: string): PlatformErrorKind {
  const [, subject, detail] = /\b[245]\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? []
  if (code === 552 || (subject === '3' && detail === '4')) return 'too-long'
  if (code < 500) return subject === '7' || /rate|too many/i.test(answer) ? 'rate-limit' : 'transient'
  return subject === '1' || (subject === '2' && detail === '1') ? 'gone' : 'refused'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
