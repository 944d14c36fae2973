import { createServer } from 'node:http'
import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

/** Starts a homeserver with one alias, which accepts every message. */
async function startHomeserver() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname)
    requests.push(path.replace(/[^/]+$/, (last) => (path.includes('/send/') ? '…' : last)))
    const isKnown = !path.includes('/directory/') || path.endsWith('/#team:example.org')
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' })
    const answer = { room_id: '!abc:example.org', event_id: '$event' }
    response.end(JSON.stringify(isKnown ? answer : { errcode: 'M_NOT_FOUND', error: 'Room alias not found.' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.')
  return { requests, url: `http://127.0.0.1:${address.port}` }
}

test('sends to a room by its alias', async () => {
  const { requests, url } = await startHomeserver()
  const options = matrixOptions.parse({ homeserver: url, access_token: 'made-up', encryption: 'off' })
  await using adapter = createMatrix(options, { fetch, logger: silentLogger })
  const signal = AbortSignal.timeout(10_000)
  const sent = await adapter.send({ chatId: '#team:example.org', text: 'Hello.' }, { key: 'k', signal })
  expect(sent).toEqual({ chatId: '!abc:example.org', messageId: '$event' })
  expect(requests).toEqual([
    '/_matrix/client/v3/directory/room/#team:example.org',
    '/_matrix/client/v3/rooms/!abc:example.org/send/m.room.message/…',
  ])
  const unknown = adapter.send({ chatId: '#missing:example.org', text: 'Hello.' }, { key: 'k', signal })
  await expect(unknown).rejects.toMatchObject({ kind: 'gone', message: 'No room has the alias #missing:example.org.' })
})
