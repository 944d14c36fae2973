import { setTimeout as delay } from 'node:timers/promises'
import { createChannelPair, createLineChannel } from '@hermes/rpc'
import { maxFrameBytes } from '@hermes/rpc/schemas'
import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { connectTo, createRpcWorld, type RpcWorld } from './rpc-world.js'

/** Speaks to a server in frames. */
function speak(world: RpcWorld) {
  const [near, far] = createChannelPair()
  const served = world.server.serve(far)
  const frames = near.frames[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await frames.next()).value ?? 'null')
  return { send: near.send, next, served, close: near.close }
}

/** Creates two ends of a byte stream, with lines. */
function createLines(world: RpcWorld) {
  const [toServer, toClient] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()]
  const far = createLineChannel({ input: toServer.readable, output: toClient.writable, maxFrameBytes })
  return { served: world.server.serve(far), input: toServer.writable, output: toClient.readable }
}

test.each([
  ['{"jsonrpc": "2.0", "id": 1', -32700],
  ['[]', -32600],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
])('answers the frame %s with the error %i', async (frame, code) => {
  await using world = createRpcWorld()
  const client = speak(world)
  expect(await client.next()).toMatchObject({ method: 'event', params: { type: 'gateway.ready' } })
  await client.send(frame)
  expect(await client.next()).toMatchObject({ id: null, error: { code } })
  client.close()
  await client.served
})

test('answers unknown methods, invalid parameters and a missing handshake with errors', async () => {
  await using world = createRpcWorld()
  const { send, next, close } = speak(world)
  await next()
  const ask = async (method: string, params: object) => {
    await send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }))
    return next()
  }
  expect(await ask('ping', {})).toMatchObject({ error: { code: 4001 } })
  expect(await ask('initialize', { protocolVersion: 0 })).toMatchObject({
    error: { code: 4002, data: { supported: [1] } },
  })
  expect(await ask('initialize', { protocolVersion: 7, future: true })).toMatchObject({
    result: { protocolVersion: 1 },
  })
  expect(await ask('session.fly', {})).toMatchObject({ error: { code: -32601 } })
  expect(await ask('prompt.submit', { sessionId: 3 })).toMatchObject({ error: { code: -32602 } })
  expect(await ask('prompt.submit', { sessionId: 'x', content: 'Hi' })).toMatchObject({ error: { code: 4006 } })
  expect(await ask('session.resume', { sessionId: 'x' })).toMatchObject({ error: { code: 4007 } })
  expect(await ask('__proto__', {})).toMatchObject({ error: { code: -32601 } })
  close()
})

test('reads frames that are split anywhere, even inside a character', async () => {
  await using world = createRpcWorld({ script: [text('Ja.')] })
  const { input, output, served } = createLines(world)
  const bytes = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      for (const byte of chunk) controller.enqueue(Uint8Array.of(byte))
    },
  })
  const piped = bytes.readable.pipeTo(input)
  const channel = createLineChannel({ input: output, output: bytes.writable, maxFrameBytes })
  const client = await connectTo(channel)
  const { sessionId } = await client.call('session.create', {})
  await client.call('prompt.submit', { sessionId, content: 'Grüße 🐟 日本語' })
  await expect.poll(() => client.types).toContain('prompt.end')
  const { messages } = await client.call('session.history', { sessionId })
  expect(messages[0]?.message.content).toBe('Grüße 🐟 日本語')
  client[Symbol.dispose]()
  await Promise.all([served, piped])
})

test('disconnects a client whose frame is too large', async () => {
  await using world = createRpcWorld()
  const { input, output, served } = createLines(world)
  const writer = input.getWriter()
  const chunk = new Uint8Array(1024 * 1024).fill(97)
  const writing = (async () => {
    for (let sent = 0; sent <= maxFrameBytes; sent += chunk.length) await writer.write(chunk)
  })().catch(() => undefined)
  const reader = output.pipeThrough(new TextDecoderStream()).getReader()
  let answered = ''
  while (!answered.includes('larger than')) answered += (await reader.read()).value ?? ''
  expect(answered).toContain('"code":-32600')
  void reader.cancel()
  await Promise.all([served, writing])
})

test('disconnects a client that never reads', async () => {
  await using world = createRpcWorld({ script: [text('word '.repeat(2000))], writeLimitMs: 50 })
  const [near, far] = createChannelPair()
  const served = world.server.serve(far)
  const send = (id: number, method: string, params: object) =>
    void near.send(JSON.stringify({ jsonrpc: '2.0', id, method, params })).catch(() => undefined)
  send(1, 'initialize', { protocolVersion: 1 })
  await served
  using other = await world.connect()
  expect(await other.call('ping', {})).toEqual({})
})

test('disconnects a client that asks more than it reads', async () => {
  await using world = createRpcWorld({ writeLimitMs: 60_000 })
  const [near, far] = createChannelPair()
  const served = world.server.serve(far)
  let isServed = false
  void served.then(() => {
    isServed = true
  })
  for (let id = 0; !isServed; id++) {
    const method = 'x'.repeat(100_000)
    near.send(JSON.stringify({ jsonrpc: '2.0', id, method })).catch(() => undefined)
    await delay(0)
    expect(id).toBeLessThan(2_000)
  }
})

test('serves a hundred clients on one session', async () => {
  await using world = createRpcWorld({ script: [text('one two three', { pace: { pieceSize: 1 } })] })
  const clients = await Promise.all(Array.from({ length: 100 }, () => world.connect()))
  const { sessionId } = (await clients[0]?.call('session.create', {})) ?? { sessionId: '' }
  await Promise.all(clients.map((client) => client.call('session.resume', { sessionId })))
  await clients[99]?.call('prompt.submit', { sessionId, content: 'Count.' })
  await expect.poll(() => clients.filter((client) => client.types.includes('message.complete'))).toHaveLength(100)
  expect(new Set(clients.map((client) => client.text))).toEqual(new Set(['one two three']))
  for (const client of clients) client[Symbol.dispose]()
})
