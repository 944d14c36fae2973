import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MailProxy {
  /** Its address, with the user and the password that it wants. */
  readonly url: string
  /** The servers that it was asked for, `host:port`. */
  readonly asked: readonly string[]
}

/** An address writes its slash as `%2F`. */
const httpPassword = 's/cret'
/** imapflow does not decode the password of a SOCKS proxy. */
const socksPassword = 'secret'

/** An HTTP proxy for the length of the test. Every name is this machine. */
export async function startConnectProxy(): Promise<MailProxy> {
  const asked: string[] = []
  const expected = `Basic ${Buffer.from(`ada:${httpPassword}`).toString('base64')}`
  const server = createServer()
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push(url)
    if (headers['proxy-authorization'] !== expected) return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    })
    join(socket, upstream)
  })
  return { url: `http://ada:${encodeURIComponent(httpPassword)}@${await listen(server)}`, asked }
}

/** A SOCKS5 proxy for the length of the test. Every name is this machine. */
export async function startSocksProxy(options: { readonly refuses?: boolean } = {}): Promise<MailProxy> {
  const asked: string[] = []
  const server = createTcpServer(async (socket) => {
    const next = async () => {
      const [data]: Buffer[] = await once(socket, 'data')
      return data ?? Buffer.alloc(0)
    }
    const methods = (await next()).subarray(2)
    const takesLogin = methods.includes(2)
    socket.write(Buffer.from([5, takesLogin ? 2 : 0]))
    if (takesLogin) {
      const sent = (await next()).toString('latin1')
      const isKnown = sent === `\x01\x03ada\x06${socksPassword}`
      socket.write(Buffer.from([1, isKnown ? 0 : 1]))
      if (!isKnown) return void socket.end()
    }
    const wish = await next()
    const end = 5 + wish.readUInt8(4)
    const port = wish.readUInt16BE(end)
    asked.push(`${wish.toString('latin1', 5, end)}:${port}`)
    if (options.refuses) return void socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]))
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      join(socket, upstream)
    })
  })
  return { url: `socks5://ada:${socksPassword}@${await listen(server)}`, asked }
}

/** What ends the one ends the other. */
function join(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left)
  left.on('error', () => right.destroy())
  right.on('error', () => left.destroy())
}

async function listen(server: Server): Promise<string> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The proxy has no port.')
  return `127.0.0.1:${address.port}`
}
