import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The connection of the replicas to their database. */
export interface DatabaseLink extends AsyncDisposable {
  /** The address of the database for the replicas. */
  readonly url: string
  /** Cuts every connection and refuses new ones for a while, like a restart of the database. */
  cut(forMs: number): void
}

/**
 * Opens a port of this machine that forwards to a database.
 * @returns `undefined` for a database that cannot be reached this way: on a Unix socket, or if the client checks its name.
 */
export async function openDatabaseLink(database: string): Promise<DatabaseLink | undefined> {
  const url = new URL(database)
  const { hostname, port, searchParams } = url
  const isChecked = /^(require|verify-)/.test(searchParams.get('sslmode') ?? '')
  if (hostname === '' || hostname.startsWith('%2F') || searchParams.has('host') || isChecked) return undefined
  const sockets = new Set<Socket>()
  let refusesUntil = 0
  const server = createServer((client) => {
    if (performance.now() < refusesUntil) {
      client.destroy()
      return
    }
    const target = connect(Number(port || 5432), hostname)
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      // The event `close` follows.
      socket.on('error', () => undefined)
    }
    client.pipe(target).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.')
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const cutNow = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut(forMs) {
      refusesUntil = performance.now() + forMs
      cutNow()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      cutNow()
      await once(server, 'close')
    },
  }
}
