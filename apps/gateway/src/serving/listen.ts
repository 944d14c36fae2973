import { createServer, type RequestListener, type Server } from 'node:http'
import { ConfigError } from '@hermes/core'

export interface Listener {
  /** The address, such as `http://127.0.0.1:8642`. */
  readonly url: string
  /** Stops accepting connections and resolves when the open requests are answered. Clients that still read after `graceMs` are cut off. */
  close(options: { readonly graceMs: number }): Promise<void>
}

/** Starts listening. @throws {ConfigError} when the address is not available. */
export async function listen(
  answer: RequestListener,
  address: { readonly host: string; readonly port: number },
): Promise<Listener> {
  const server = createServer(answer)
  await opened(server, address)
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : address.port
  const name = address.host.includes(':') ? `[${address.host}]` : address.host
  return {
    url: `http://${name}:${port}`,
    close: ({ graceMs }) =>
      new Promise((resolve) => {
        // A keep-alive connection becomes idle only after its last answer was sent.
        const sweep = setInterval(() => server.closeIdleConnections(), 20)
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        server.close(() => {
          clearTimeout(cut)
          clearInterval(sweep)
          resolve()
        })
      }),
  }
}

function opened(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) => reject(toConfigError(error, host, port)))
    server.listen(port, host)
  })
}

function toConfigError(cause: NodeJS.ErrnoException, host: string, port: number): ConfigError {
  const sentence =
    cause.code === 'EADDRINUSE'
      ? `Port ${port} of ${host} is taken: stop the other program, or choose another with --port.`
      : `Cannot listen on ${host}:${port} (${cause.code ?? cause.message}): choose another --host or --port.`
  return new ConfigError('gateway.api_server', sentence, { cause })
}
