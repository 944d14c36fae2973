import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'

/** A server on a free port for the length of the test; resolves with its origin. */
export async function serveLocally(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

/** Sets environment variables for the length of the test. */
export function setVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
}
