import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/**
 * Starts a server on loopback that speaks texts, as `tts.base_url` expects it. It is closed when the test ends.
 * @param statusOf Returns the status of the answer to a request, by its number from 1. `undefined`: it is never answered.
 */
export async function startVoice(statusOf: (count: number) => number | undefined = () => 200) {
  const said: string[] = []
  const server = createServer(async (request, response) => {
    said.push(String(Object(await json(request)).input))
    const status = statusOf(said.length)
    if (status !== undefined) response.writeHead(status).end('OggS')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, said }
}
