import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LocalProxy {
  /** `host:port`. */
  readonly host: string
  /** What the proxy was asked: the line and the headers of requests that were meant for it. */
  readonly asked: readonly { readonly line: string; readonly headers: IncomingHttpHeaders }[]
}

export interface LocalProxyOptions {
  /** Where every host is, whatever its name. */
  readonly target: string
  /** `user:password`, without which it answers 407. */
  readonly credentials?: string
  /** Answers everything with this status. */
  readonly refuse?: number
}

/** An HTTP proxy for the length of the test: tunnels (CONNECT) and plain requests. */
export async function startProxy({ target, credentials, refuse }: LocalProxyOptions): Promise<LocalProxy> {
  const asked: { line: string; headers: IncomingHttpHeaders }[] = []
  const { hostname, port } = new URL(target)
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const refusalOf = (headers: IncomingHttpHeaders): number | undefined =>
    expected !== undefined && headers['proxy-authorization'] !== expected ? 407 : refuse

  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming
    asked.push({ line: `${method} ${url}`, headers })
    const refusal = refusalOf(headers)
    if (refusal) return void response.writeHead(refusal).end('The proxy says no.')
    const { pathname } = new URL(url)
    const outgoing = request({ hostname, port, method, path: pathname, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    response.once('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connect', ({ method, url, headers }, socket: Socket) => {
    asked.push({ line: `${method} ${url}`, headers })
    const refusal = refusalOf(headers)
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`)
    const upstream = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 Connected\r\n\r\n'))
    join(socket, upstream)
  })
  return { host: await listen(server), asked }
}

/** A SOCKS5 proxy without a password for the length of the test. `asked` holds the hosts as they were named. */
export async function startSocksProxy(target: string): Promise<{ readonly host: string; readonly asked: string[] }> {
  const asked: string[] = []
  const { hostname, port } = new URL(target)
  const server = createTcpServer(async (socket) => {
    socket.on('error', () => socket.destroy())
    await once(socket, 'data')
    socket.write(Buffer.from([5, 0]))
    const [wish]: Buffer[] = await once(socket, 'data')
    if (!wish) throw new TypeError('The client left.')
    asked.push(wish.toString('latin1', 5, 5 + wish.readUInt8(4)))
    const upstream = connect(Number(port), hostname, () => {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      join(socket, upstream)
    })
  })
  return { host: await listen(server), asked }
}

/** What ends the one ends the other. */
function join(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left)
  left.on('error', () => right.destroy())
  right.on('error', () => left.destroy())
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
