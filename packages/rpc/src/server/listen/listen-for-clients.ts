import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { ConfigError } from '@hermes/core'
import { subprotocol } from '../../channel/subprotocol.js'
import type { FrameChannel } from '../../contracts/frame-channel.js'
import { maxFrameBytes } from '../../schemas/protocol.js'
import { type AccessRules, type Refusal, refusalOf } from './refusal-of.js'
import { socketChannel } from './socket-channel.js'

export interface ListenOptions extends Omit<AccessRules, 'origins'> {
  readonly server: { serve(channel: FrameChannel): Promise<void> }
  /** The port. 0: any free port. */
  readonly port: number
  /** Web pages that may connect: `https://app.example`. Default: none. */
  readonly origins?: readonly string[]
}

/** The listener. Disposing it accepts no more connections and ends the open ones. */
export interface RpcListener extends AsyncDisposable {
  /** The URL: `ws://127.0.0.1:8643`. */
  readonly url: string
}

/**
 * Serves clients over WebSocket that know the token, sent as bearer token or as the subprotocol `bearer.TOKEN`.
 * @throws {ConfigError} when the address is not available.
 */
export async function listenForClients(options: ListenOptions): Promise<RpcListener> {
  const { server, host, port, token, origins = [] } = options
  const { WebSocketServer } = await import('ws')
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    handleProtocols: (offered) => (offered.has(subprotocol) ? subprotocol : false),
  })
  const http = createServer((request, response) => {
    const isHealth = request.url === '/health'
    response.writeHead(isHealth ? 200 : 426, { 'content-type': 'application/json' })
    response.end(isHealth ? '{"status":"ok"}' : '{"error":"Connect with WebSocket."}')
  })
  http.on('upgrade', (request, socket, head) => {
    const refusal = refusalOf(request, { host, token, origins })
    if (refusal) return refuse(socket, refusal)
    sockets.handleUpgrade(request, socket, head, (client) => void server.serve(socketChannel(client)))
  })
  await opened(http, host, port)
  const bound = http.address()
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `ws://${name}:${typeof bound === 'object' && bound ? bound.port : port}`,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      const closed = new Promise((resolve) => http.close(resolve))
      http.closeAllConnections()
      await closed
    },
  }
}

function refuse(socket: Duplex, { status, reason }: Refusal): void {
  const body = JSON.stringify({ error: reason })
  const head = [`HTTP/1.1 ${status} ${status === 401 ? 'Unauthorized' : 'Forbidden'}`, 'Connection: close']
  socket.on('error', () => socket.destroy())
  socket.end([...head, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body].join('\r\n'))
}

function opened(http: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('listening', resolve)
    http.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `is not available (${error.code ?? error.message})`
      const sentence = `Port ${port} of ${host} ${why}: choose another port or address.`
      reject(new ConfigError('serve', sentence, { cause: error }))
    })
    http.listen(port, host)
  })
}
