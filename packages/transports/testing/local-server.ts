import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { onTestFinished } from 'vitest'
import type { Identity } from './certificates.js'

/** A server on a free port for the length of the test; resolves with its origin. */
export async function serveLocally(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`
}

/** The same over TLS. */
export async function serveSecurely(identity: Identity, listener: RequestListener): Promise<string> {
  return `https://127.0.0.1:${await listen(createTlsServer(identity, listener))}`
}

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Sets environment variables for the length of the test. */
export function setVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
}
