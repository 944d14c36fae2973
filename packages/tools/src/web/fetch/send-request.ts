import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { webError } from '../web-error.js'

/** A GET request to an address that has been judged. */
export interface PinnedRequest {
  readonly url: URL
  /** Where the socket is opened to, whatever the URL's name resolves to by now. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly connectMs: number
  readonly signal: AbortSignal
}

export interface RawResponse {
  readonly status: number
  /** Names in lower case; a header that came twice has its first value. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it comes from the wire: still compressed. Destroying it closes the connection. */
  readonly body: Readable
}

/** Opens a socket to exactly `request.address`. Follows nothing, decompresses nothing. */
export type SendRequest = (request: PinnedRequest) => Promise<RawResponse>

/**
 * Sends over a fresh connection. The socket goes to the literal address, so nothing is looked up again; the name stays in
 * the `Host` header, in SNI and in the check of the certificate.
 */
export const sendRequest: SendRequest = (pinned) =>
  new Promise((resolve, reject) => {
    // An `import` of these modules would cost every start, also of those who never read a page.
    const scheme = pinned.url.protocol === 'https:' ? 'node:https' : 'node:http'
    const send = process.getBuiltinModule(scheme).request
    const request = send(toOptions(pinned))
    const late = setTimeout(() => {
      request.destroy(webError('unreachable', `${pinned.url.host} (${pinned.address}) does not accept connections.`))
    }, pinned.connectMs)
    const settled = () => clearTimeout(late)
    request.once('socket', (socket) => {
      socket.once(pinned.url.protocol === 'https:' ? 'secureConnect' : 'connect', settled)
    })
    request.once('close', settled)
    // A second error, after the answer began, shows in its body.
    request.on('error', reject)
    request.once('response', (response) => resolve(toResponse(response)))
    request.end()
  })

function toOptions({ url, address, headers, signal }: PinnedRequest): RequestOptions & { servername?: string } {
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  return {
    host: address,
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    // A certificate for an address is checked against that address; SNI knows names only.
    ...(isIP(name) === 0 && { servername: name }),
    agent: false,
    signal,
  }
}

function toResponse(response: IncomingMessage): RawResponse {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]] as const)
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response }
}
