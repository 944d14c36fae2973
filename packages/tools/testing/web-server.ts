import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { SafeFetchOptions } from '../src/web/index.js'
import { sendRequest } from '../src/web/index.js'

export interface WebServer {
  readonly port: number
  /** The address of a page under a name that only exists in tests. */
  url(path: string, host?: string): string
  /** Every name has a public address, and its sockets connect to the test server. */
  readonly fetching: Pick<SafeFetchOptions, 'resolve' | 'send'>
}

/** A real HTTP server on loopback that stands in for the public web. */
export async function startWebServer(listener: RequestListener): Promise<WebServer> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const { port } = address
  return {
    port,
    url: (path, host = 'site.example') => `http://${host}:${port}${path}`,
    fetching: {
      resolve: async () => ['93.184.215.14'],
      send: (request) => sendRequest({ ...request, address: '127.0.0.1' }),
    },
  }
}
