import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { serveLocally } from '../../../testing/local-server.js'
import type { HttpBody, HttpRequest, Send } from './http-client.js'
import { createNodeSend } from './node-client.js'

const signal = new AbortController().signal

function askAt(url: string, send: Send = createNodeSend()) {
  return (request: Partial<HttpRequest> = {}) => send({ url, headers: {}, body: 'ask', signal, ...request })
}

async function textOf(body: HttpBody): Promise<string> {
  const pieces: Uint8Array[] = []
  for (let piece = await body.read(); piece; piece = await body.read()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Responds with the request's body. */
const echo: RequestListener = (incoming, response) => void incoming.pipe(response)

/** Passes each request to the test instead of answering it. */
async function serveByHand() {
  const waiting: PromiseWithResolvers<[IncomingMessage, ServerResponse]>[] = []
  const slot = (index: number) => (waiting[index] ??= Promise.withResolvers())
  let count = 0
  const origin = await serveLocally((...exchange) => slot(count++).resolve(exchange))
  return { ask: askAt(origin), exchange: (number: number) => slot(number - 1).promise }
}

test('sends a body in chunks as one body, with its length', async () => {
  const heads: IncomingMessage['headers'][] = []
  const origin = await serveLocally((incoming, response) => {
    heads.push(incoming.headers)
    incoming.pipe(response)
  })
  const body = ['{"a":', '"é"', '}'].map((piece) => Buffer.from(piece))
  const response = await askAt(origin)({ body, headers: { 'x-name': 'value' } })
  expect(await textOf(response.body)).toBe('{"a":"é"}')
  expect(heads[0]).toMatchObject({ 'content-length': '10', 'x-name': 'value' })
  expect(heads[0]).not.toHaveProperty('transfer-encoding')
})

test('reuses a connection whose response was read to the end or released', async () => {
  const ports = new Set<number | undefined>()
  const origin = await serveLocally((incoming, response) => {
    ports.add(incoming.socket.remotePort)
    echo(incoming, response)
  })
  const ask = askAt(origin)
  await textOf((await ask()).body)
  const { body } = await ask()
  await body.read()
  body.release()
  await textOf((await ask()).body)
  expect(ports.size).toBe(1)
})

test('retries once on a new connection when the server has closed the reused one', async () => {
  const calls = new Map<number | undefined, number>()
  const origin = await serveLocally((incoming, response) => {
    const { remotePort } = incoming.socket
    const number = (calls.get(remotePort) ?? 0) + 1
    calls.set(remotePort, number)
    // The server closed the connection while the second request was in flight.
    if (number > 1) incoming.socket.destroy()
    else echo(incoming, response)
  })
  const ask = askAt(origin)
  for (let count = 0; count < 3; count++) expect(await textOf((await ask()).body)).toBe('ask')
  expect([...calls.values()]).toEqual([2, 2, 1])
})

test('does not retry if the broken connection was new or had started to receive the response', async () => {
  let count = 0
  const origin = await serveLocally((incoming, response) => {
    count += 1
    if (count === 1) return void incoming.socket.destroy()
    if (count === 2) return void echo(incoming, response)
    response.writeHead(200).write('the beginning')
    incoming.socket.end()
  })
  const ask = askAt(origin)
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' })
  await textOf((await ask()).body)
  const { body } = await ask()
  await expect(textOf(body)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(count).toBe(3)
})

test('an abort closes the connection immediately, before the headers and between two reads', async () => {
  const { ask, exchange } = await serveByHand()
  for (const number of [1, 2]) {
    const abort = new AbortController()
    const reason = new Error('enough')
    const asking = ask({ signal: abort.signal })
    const [incoming, response] = await exchange(number)
    const closed = once(incoming.socket, 'close')
    if (number === 2) {
      response.write('said before')
      const { body } = await asking
      await body.read()
      abort.abort(reason)
      await expect(body.read()).rejects.toBe(reason)
    } else {
      abort.abort(reason)
      await expect(asking).rejects.toBe(reason)
    }
    await closed
  }
})

test('sends nothing when the signal is already aborted', async () => {
  let count = 0
  const origin = await serveLocally((_, response) => {
    count += 1
    response.end()
  })
  await expect(askAt(origin)({ signal: AbortSignal.abort('no') })).rejects.toBe('no')
  expect((await askAt(origin)()).status).toBe(200)
  expect(count).toBe(1)
})

test('returns a redirect instead of following it', async () => {
  const paths: (string | undefined)[] = []
  const origin = await serveLocally((incoming, response) => {
    paths.push(incoming.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const { status, headers } = await askAt(origin)({ headers: { authorization: 'Bearer key' } })
  expect([status, headers.get('location'), paths]).toEqual([307, '/elsewhere', ['/']])
})

test('decompresses a response whose compression was not requested', async () => {
  const origin = await serveLocally((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('the words'))
  })
  expect(await textOf((await askAt(origin)()).body)).toBe('the words')
})

test('does not receive a body that is not read', async () => {
  const { ask, exchange } = await serveByHand()
  const asking = ask()
  const [, response] = await exchange(1)
  const piece = Buffer.alloc(1024 * 1024)
  const total = 256
  for (let count = 0; count < total; count++) response.write(piece)
  response.end()
  const { body } = await asking
  await body.read()
  // Once another exchange is complete, everything that can arrive has arrived.
  const other = ask()
  const [, answer] = await exchange(2)
  answer.end('done')
  await textOf((await other).body)
  expect(response.writableLength).toBeGreaterThan(total * piece.length * 0.5)
  let length = 0
  for (let bytes = await body.read(); bytes; bytes = await body.read()) length += bytes.length
  expect(length).toBeGreaterThan(total * piece.length * 0.9)
})

test('an idle connection does not keep a process alive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-http-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const script = join(folder, 'server.cjs')
  await writeFile(
    script,
    `const server = require('node:http').createServer((_, response) => {
      response.write('ok')
      process.once('message', () => response.end())
    })
    server.listen(0, '127.0.0.1', () => process.send(server.address().port))
    process.on('disconnect', () => process.exit())`,
  )
  const child = fork(script)
  onTestFinished(() => child.disconnect())
  const [port] = await once(child, 'message')
  const { body } = await askAt(`http://127.0.0.1:${port}`)()
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'))
  expect(sockets()).toHaveLength(1)
  child.send('end')
  await textOf(body)
  await expect.poll(sockets).toEqual([])
})
