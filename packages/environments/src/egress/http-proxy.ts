import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Admit, EgressTarget } from './admission.js'
import { closing, connectTo, join } from './connect.js'

/** Headers that apply only between a program and its proxy. */
const ofProxies = ['proxy-connection', 'proxy-authorization', 'proxy-authenticate', 'connection', 'keep-alive', 'te']

/** Serves `CONNECT host:port` and requests with an absolute URL. */
export function createHttpProxy(admit: Admit): { handle(socket: Socket): void } {
  const server = createServer((message, response) => {
    forward(message, response, admit).catch((error: unknown) => answer(response, 502, describe(error)))
  })
  server.on('connect', (message, socket, head) => {
    // The server receives only network sockets.
    const client = socket as Socket
    tunnel(message.url ?? '', client, head, admit).catch((error: unknown) => reply(client, 502, describe(error)))
  })
  server.requestTimeout = 0
  return {
    handle(socket) {
      server.emit('connection', socket)
      socket.resume()
    },
  }
}

async function tunnel(authority: string, client: Socket, head: Buffer, admit: Admit): Promise<void> {
  const target = toTarget(`http://${authority}`, 443)
  if (!target) return reply(client, 400, 'CONNECT needs a host and a port.')
  const admission = await admit(target, closing(client))
  if ('refused' in admission) return reply(client, 403, admission.refused)
  const server = await connectTo(admission.addresses, target.port)
  if (client.destroyed) return void server.destroy()
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (head.length > 0) server.write(head)
  join(client, server)
}

async function forward(message: IncomingMessage, response: ServerResponse, admit: Admit): Promise<void> {
  const target = /^http:\/\//i.test(message.url ?? '') ? toTarget(message.url ?? '', 80) : undefined
  if (!target) return answer(response, 400, 'This is a proxy: it needs an absolute http URL.')
  const admission = await admit(target, closing(message.socket))
  if ('refused' in admission) return answer(response, 403, admission.refused)
  const { pathname, search, host } = new URL(message.url ?? '')
  const socket = await connectTo(admission.addresses, target.port)
  const headers = Object.entries(message.headers).filter(([name]) => !ofProxies.includes(name))
  const outgoing = request({
    method: message.method,
    path: `${pathname}${search}`,
    headers: { ...Object.fromEntries(headers), host, connection: 'close' },
    createConnection: () => socket,
  })
  outgoing.once('response', (incoming) => {
    const kept = Object.entries(incoming.headers).filter(([name]) => !ofProxies.includes(name))
    response.writeHead(incoming.statusCode ?? 502, Object.fromEntries(kept))
    incoming.pipe(response)
  })
  outgoing.once('error', (error) => answer(response, 502, describe(error)))
  response.once('close', () => socket.destroy())
  message.pipe(outgoing)
}

function toTarget(url: string, usualPort: number): EgressTarget | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return host === '' ? undefined : { host, port: port === '' ? usualPort : Number(port) }
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`)
}

function reply(client: Socket, status: number, text: string): void {
  if (client.destroyed) return
  const reason = status === 403 ? 'Forbidden' : status === 400 ? 'Bad Request' : 'Bad Gateway'
  const body = `${text}\n`
  client.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
