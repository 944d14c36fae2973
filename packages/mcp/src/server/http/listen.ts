import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '@hermes/core'

export interface ListenOptions {
  fetch(request: Request): Promise<Response>
  readonly host: string
  /** The port. 0: any free port. */
  readonly port: number
}

/** Disposing it ends all connections. */
export interface HttpListener extends AsyncDisposable {
  /** The URL: `http://127.0.0.1:8644`. */
  readonly url: string
}

/** Serves web requests over HTTP. A client that disconnects aborts its request. @throws {ConfigError} when the address is not available. */
export async function listen({ fetch, host, port }: ListenOptions): Promise<HttpListener> {
  const server = createServer((request, response) => void answer(fetch, request, response))
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new ConfigError('serve', `Port ${port} of ${host} is not available: choose another port or address.`, {
      cause,
    })
  })
  const bound = server.address()
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${typeof bound === 'object' && bound ? bound.port : port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(fetch: ListenOptions['fetch'], incoming: IncomingMessage, outgoing: ServerResponse) {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  try {
    const { status, headers, body } = await fetch(toRequest(incoming, left.signal))
    outgoing.writeHead(status, Object.fromEntries(headers))
    if (!body) return void outgoing.end()
    outgoing.flushHeaders()
    await pipeline(Readable.from(body), outgoing)
  } catch {
    // The client has left, or its data was not a request.
    if (!outgoing.headersSent) outgoing.writeHead(400)
    outgoing.end()
  }
}

/** Converts a request. @throws for data that is not a web request. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/' } = incoming
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers,
    signal,
    ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
  })
}
