import { once } from 'node:events'
import { connect, isIPv4, type Socket } from 'node:net'

const defaultPort = 1080
const noLogin = 0
const passwordLogin = 2

/**
 * A connection to a server through a SOCKS5 proxy, which resolves the name of the server (RFC 1928, with a user and password by RFC 1929).
 * @throws {Error} when the proxy refuses it, and `signal.reason` when it is aborted before.
 */
export async function openSocksTunnel(
  proxy: URL,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted()
  const socket = connect({ host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port) || defaultPort })
  // An error between two waits is found by the next one.
  socket.on('error', () => socket.destroy())
  try {
    await once(socket, 'connect', { signal })
    await logIn(socket, proxy, signal)
    const port = Buffer.alloc(2)
    port.writeUInt16BE(target.port)
    socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressOf(target.host), port]))
    const [, answer, , kind] = await take(socket, 4, signal)
    if (answer !== 0)
      throw new Error(`The proxy ${proxy.host} does not connect to ${target.host} (SOCKS answer ${answer}).`)
    // The address and the port that the proxy uses.
    const length = kind === 3 ? (await take(socket, 1, signal)).readUInt8() : kind === 4 ? 16 : 4
    await take(socket, length + 2, signal)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function logIn(socket: Socket, proxy: URL, signal: AbortSignal): Promise<void> {
  const hasLogin = proxy.username !== ''
  socket.write(Buffer.from(hasLogin ? [5, 2, noLogin, passwordLogin] : [5, 1, noLogin]))
  const [, method] = await take(socket, 2, signal)
  if (method === noLogin) return
  if (method !== passwordLogin || !hasLogin) throw refusedLogin(proxy)
  const [user, password] = [withLength(decoded(proxy.username)), withLength(decoded(proxy.password))]
  socket.write(Buffer.concat([Buffer.from([1]), user, password]))
  const [, status] = await take(socket, 2, signal)
  if (status !== 0) throw refusedLogin(proxy)
}

function refusedLogin({ host }: URL): Error {
  return new Error(`The proxy ${host} wants another user and password: write them into its address.`)
}

/** Exactly so many bytes. */
async function take(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = socket.read(count)
    if (Buffer.isBuffer(bytes) && bytes.length === count) return bytes
    if (socket.readableEnded || socket.destroyed || bytes !== null) throw new Error('The proxy closed the connection.')
    await once(socket, 'readable', { signal })
  }
}

function addressOf(host: string): Buffer {
  if (isIPv4(host)) return Buffer.from([1, ...host.split('.').map(Number)])
  return Buffer.concat([Buffer.from([3]), withLength(host)])
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Error('A SOCKS proxy takes names and passwords of at most 255 bytes.')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

/** A password may contain an unencoded `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
