import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { NetworkFailure } from '@hermes/testkit'

/** Stands before a homeserver. */
export interface FailingProxy extends AsyncDisposable {
  readonly url: string
  failNext(failure: NetworkFailure): void
}

const answers: Readonly<Record<Exclude<NetworkFailure, 'lost-answer'>, readonly [status: number, body: object]>> = {
  auth: [401, { errcode: 'M_UNKNOWN_TOKEN', error: 'Unknown token' }],
  gone: [403, { errcode: 'M_FORBIDDEN', error: 'You are not in the room' }],
  refused: [400, { errcode: 'M_BAD_JSON', error: 'Bad content' }],
  transient: [502, {}],
  'rate-limit': [429, { errcode: 'M_LIMIT_EXCEEDED', error: 'Too fast', retry_after_ms: 100 }],
}

export async function startFailingProxy(target: string): Promise<FailingProxy> {
  let planned: NetworkFailure | undefined
  const server = createServer(async (request, response) => {
    const failure = planned
    planned = undefined
    const body = await buffer(request)
    if (failure !== undefined && failure !== 'lost-answer') {
      const [status, answer] = answers[failure]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return
    }
    const controller = new AbortController()
    response.on('close', () => controller.abort())
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body.length > 0 && { body }),
      signal: controller.signal,
    }).catch(() => undefined)
    if (!answer || failure === 'lost-answer') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.bytes().catch(() => new Uint8Array()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext(failure) {
      planned = failure
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
