import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SpeechRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface SpeechAnswer {
  readonly status?: number
  readonly body: string | Uint8Array
}

/** A server on loopback. Closed with the test. */
export async function startSpeechServer(answer: (request: SpeechRequest) => SpeechAnswer | undefined) {
  const requests: SpeechRequest[] = []
  const server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece)
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: Buffer.concat(pieces) }
    requests.push(request)
    const given = answer(request)
    // Never answered.
    if (given) response.writeHead(given.status ?? 200).end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

/** The fields of a form, files as their names and contents. */
export async function formOf({ headers, body }: SpeechRequest) {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  const entries = await Promise.all(
    [...form.entries()].map(async ([name, value]) => {
      return [
        name,
        typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() },
      ]
    }),
  )
  return Object.fromEntries(entries)
}
