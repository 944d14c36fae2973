import { openWebSocket } from '@hermes/rpc'
import { maxFrameBytes } from '@hermes/rpc/schemas'
import { listenForClients } from '@hermes/rpc/server'
import { createCleanup } from '@hermes/safety'
import { call, fakeTools, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { connectTo, createRpcWorld, type RpcWorldOptions } from './rpc-world.js'

const token = 'a-token-of-this-test'
const address = { host: '127.0.0.1', port: 0, token }

async function listen(options?: RpcWorldOptions) {
  const stack = createCleanup()
  const world = stack.use(createRpcWorld(options))
  const listener = stack.use(await listenForClients({ ...address, server: world.server }))
  return { ...world, url: listener.url, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

/** Returns the answer to a request to upgrade the connection. */
async function upgrade(url: string, headers: Readonly<Record<string, string>>) {
  const { request } = await import('node:http')
  const all = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...headers }
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url.replace('ws:', 'http:'), { headers: { ...all, ...key } })
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode)
    })
    sent.on('response', (response) => resolve(response.statusCode))
    sent.on('error', reject)
    sent.end()
  })
}

test('serves a client over WebSocket, which resumes after its connection was lost', async () => {
  const lost = Promise.withResolvers<string>()
  const pace = { pieceSize: 2 }
  await using world = await listen({
    script: [call('wait', {}, { text: 'one two ', pace }), text('three', { pace })],
    tools: () => fakeTools({ wait: () => lost.promise }),
  })
  const channel = await openWebSocket(world.url, { token })
  const first = await connectTo(channel, { onEvent: ({ type }) => type === 'message.delta' && channel.close() })
  const { sessionId } = await first.call('session.create', {})
  first.call('prompt.submit', { sessionId, content: 'Count.' }).catch(() => undefined)
  await first.closed
  lost.resolve('')
  const after = first.events.findLast(({ cursor }) => cursor !== undefined)?.cursor ?? 0
  using back = await connectTo(await openWebSocket(world.url, { token }))
  await back.call('session.resume', { sessionId, after })
  await expect.poll(() => back.types).toContain('message.complete')
  expect(first.text + back.text).toBe('one two three')
})

test('refuses clients without the token, from web pages, and under foreign names', async () => {
  await using world = await listen()
  const bearer = { authorization: `Bearer ${token}` }
  expect(await upgrade(world.url, bearer)).toBe(101)
  expect(await upgrade(world.url, {})).toBe(401)
  expect(await upgrade(world.url, { authorization: 'Bearer wrong' })).toBe(401)
  expect(await upgrade(world.url, { ...bearer, origin: 'https://evil.example' })).toBe(403)
  expect(await upgrade(world.url, { ...bearer, host: 'evil.example' })).toBe(403)
  await expect(openWebSocket(world.url, { token: 'wrong' })).rejects.toMatchObject({ code: 'rpc/closed' })
  const health = await fetch(`${world.url.replace('ws:', 'http:')}/health`)
  expect(await health.json()).toEqual({ status: 'ok' })
})

test('disconnects a client whose frame is too large, and serves the others', async () => {
  await using world = await listen()
  const channel = await openWebSocket(world.url, { token })
  const large = await connectTo(channel)
  await channel.send(`"${'x'.repeat(maxFrameBytes)}"`)
  await large.closed
  using other = await connectTo(await openWebSocket(world.url, { token }))
  expect(await other.call('ping', {})).toEqual({})
})

test('reports that its port is taken', async () => {
  await using world = await listen()
  const port = Number(new URL(world.url).port)
  await expect(listenForClients({ ...address, port, server: world.server })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken`,
  )
})
