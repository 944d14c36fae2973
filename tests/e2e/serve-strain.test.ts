import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { openWebSocket } from '@hermes/rpc'
import { connect } from '@hermes/rpc/client'
import { type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Hermes, type Sandbox } from './hermes.js'

let provider: FakeProvider
let sandbox: Sandbox
beforeEach(async () => {
  provider = await startFakeProvider({ script: () => text('one two three') })
  sandbox = createSandbox()
  const model = `{ provider: custom, base_url: "${provider.baseUrl}", default: m, context_length: 100000 }`
  sandbox.writeHome('config.yaml', `model: ${model}\nauxiliary: { title_generation: { enabled: false } }\n`)
})
afterEach(async () => {
  sandbox[Symbol.dispose]()
  await provider.close()
})

const frame = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

async function serve() {
  const hermes = sandbox.start(['serve', '--port', '0'])
  const [, url = ''] = await hermes.prints(/serves (ws:\S+)/)
  const [, token = ''] = await hermes.prints(/Token: (\w+)/)
  return { hermes, url, token }
}

async function attach({ url, token }: { readonly url: string; readonly token: string }) {
  const said = { text: '', isComplete: false }
  const client = await connect(await openWebSocket(url, { token }), {
    name: 'test',
    onEvent(event) {
      if (event.type === 'message.delta') said.text += event.payload.text
      if (event.type === 'message.complete') said.isComplete = true
    },
  })
  return { ...client, said }
}

async function stop({ process, ended }: Hermes): Promise<void> {
  process.kill('SIGTERM')
  await ended
}

test('rejects an old client and unknown methods with an explanation, and continues to serve', async () => {
  const stdin = [
    frame(1, 'initialize', { protocolVersion: 0 }),
    frame(2, 'ping', {}),
    frame(3, 'initialize', { protocolVersion: 1 }),
    frame(4, 'session.fly', {}),
    frame(5, 'ping', {}),
  ].join('')
  const { code, stdout } = await sandbox.run(['serve'], { stdin })
  expect(code).toBe(0)
  expect(stdout).toMatch(/"id":1,"error":\{"code":4002,.*"supported":\[1\]/)
  expect(stdout).toMatch(/"id":2,"error":\{"code":4001/)
  expect(stdout).toMatch(/"id":4,"error":\{"code":-32601/)
  expect(stdout).toMatch(/"id":5,"result":\{\}/)
})

test('refuses a frame of 100 MB over stdin without keeping it', async () => {
  const hermes = sandbox.start(['serve'], { stdin: Buffer.alloc(100 * 1024 * 1024, 'a') })
  const { stdout, stderr } = await hermes.ended
  expect(stdout).toMatch(/"error":\{"code":-32600,"message":"[^"]*larger than/)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('closes the connection of a frame of 100 MB, and serves a hundred clients of one session', async () => {
  const server = await serve()
  const greedy = await openWebSocket(server.url, { token: server.token })
  greedy.send('a'.repeat(100 * 1024 * 1024)).catch(() => undefined)
  const clients = await Promise.all(Array.from({ length: 100 }, () => attach(server)))
  const { sessionId = '' } = (await clients[0]?.call('session.create', {})) ?? {}
  await Promise.all(clients.map((client) => client.call('session.resume', { sessionId })))
  await clients[99]?.call('prompt.submit', { sessionId, content: 'Count.' })
  await expect.poll(() => clients.filter(({ said }) => said.isComplete).length, { timeout: 30_000 }).toBe(100)
  expect(new Set(clients.map(({ said }) => said.text))).toEqual(new Set(['one two three']))
  const received = await Array.fromAsync(greedy.frames)
  expect(received.join('')).not.toContain('"result"')
  for (const client of clients) client[Symbol.dispose]()
  await stop(server.hermes)
}, 120_000)

test('disconnects a client that asks but never reads, and serves the others', async () => {
  const server = await serve()
  const { hostname, port, host } = new URL(server.url)
  const socket = connectSocket(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
  )
  expect(String(await once(socket, 'data'))).toContain('101 Switching Protocols')
  socket.pause()
  // Each answer repeats the name of the method.
  const request = maskedFrame(frame(1, 'x'.repeat(100_000), {}))
  for (let sent = 0; !socket.destroyed; sent++) {
    await new Promise((resolve) => socket.write(request, resolve))
    expect(sent).toBeLessThan(2_000)
  }
  using other = await attach(server)
  expect(await other.call('ping', {})).toEqual({})
  await stop(server.hermes)
}, 120_000)

/** Returns a text frame of a WebSocket client. The mask is zero. */
function maskedFrame(content: string): Buffer {
  const payload = Buffer.from(content)
  const head = Buffer.alloc(14)
  head[0] = 0x81
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}
