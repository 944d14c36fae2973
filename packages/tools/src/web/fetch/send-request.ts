import type { Agent, IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { webError } from '../web-error.js'

/** GET request to a judged address. */
export interface PinnedRequest {
  readonly url: URL
  /** Address to connect to, regardless of what the name resolves to now. */
  readonly address: string
  /** Opens the connection to the address through a proxy. Default: a direct connection. */
  readonly tunnel?: Agent | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly connectMs: number
  readonly signal: AbortSignal
}

export interface RawResponse {
  readonly status: number
  /** Headers with lower-case names. A repeated header has its first value. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Compressed bytes as received. Destroying the stream closes the connection. */
  readonly body: Readable
}

/** Opens a socket to exactly `request.address`. Does not follow redirects or decompress. */
export type SendRequest = (request: PinnedRequest) => Promise<RawResponse>

/**
 * Uses a new connection to the literal address, so the name is not resolved again. The name is still used in the `Host`
 * header, in SNI and for certificate verification.
 */
export const sendRequest: SendRequest = (pinned) =>
  new Promise((resolve, reject) => {
    // A static import of these modules would slow down every start, even without web access.
    const scheme = pinned.url.protocol === 'https:' ? 'node:https' : 'node:http'
    const send = process.getBuiltinModule(scheme).request
    const request = send(toOptions(pinned))
    const late = setTimeout(() => {
      request.destroy(webError('unreachable', `${pinned.url.host} (${pinned.address}) does not accept connections.`))
    }, pinned.connectMs)
    const settled = () => clearTimeout(late)
    // Otherwise, a refusal by the proxy would look like a response from the server.
    request.once('proxyConnect', ({ statusCode }: IncomingMessage) => {
      if (statusCode === 200) return
      const what = `The proxy does not connect to ${pinned.url.host} at ${pinned.address} (${statusCode})`
      request.destroy(
        webError('unreachable', `${what}: ask its administrator, or add ${pinned.url.hostname} to NO_PROXY.`),
      )
    })
    request.once('socket', (socket) => {
      // A tunnel is already connected.
      if (pinned.url.protocol === 'http:' && !socket.connecting) return settled()
      socket.once(pinned.url.protocol === 'https:' ? 'secureConnect' : 'connect', settled)
    })
    request.once('close', settled)
    // An error after the response has started is reported by its body.
    request.on('error', reject)
    request.once('response', (response) => resolve(toResponse(response)))
    request.end()
  })

function toOptions({ url, address, tunnel, headers, signal }: PinnedRequest): RequestOptions & { servername?: string } {
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '')
  return {
    host: address,
    port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    // A certificate for an IP address is verified against `host`; SNI supports only names.
    ...(isIP(name) === 0 && { servername: name }),
    agent: tunnel ?? false,
    signal,
  }
}

function toResponse(response: IncomingMessage): RawResponse {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat()[0]] as const)
  return { status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body: response }
}
