import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { createMatrix } from './create-matrix.js'
import { matrixOptions } from './matrix-options.js'

const signal = () => AbortSignal.timeout(20_000)

/** Connects to a homeserver that knows one account, whose token may belong to a device. */
async function connect(encryption: string, account: { readonly device_id?: string } = {}) {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    const body = url.endsWith('/whoami') ? { user_id: '@hermes:people.test', ...account } : {}
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { homeserver: `http://127.0.0.1:${port}`, access_token: 'made-up', encryption }
  const home = mkdtempSync(join(tmpdir(), 'hermes-check-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const keysFolder = join(home, 'matrix')
  const adapter = createMatrix(matrixOptions.parse(settings), { fetch, logger: silentLogger, keysFolder })
  onTestFinished(() => adapter[Symbol.asyncDispose]())
  return { adapter, paths, keysFolder }
}

test('refuses a token without a device when rooms are encrypted, before it receives', async () => {
  const { adapter } = await connect('all_devices')
  await expect(adapter.check?.({ signal: signal() })).rejects.toMatchObject({
    kind: 'auth',
    message: expect.stringContaining('belongs to no device'),
  })
  const plain = await connect('off')
  expect(await plain.adapter.check?.({ signal: signal() })).toBe('@hermes:people.test')
})

test('does not open the keys, which a running gateway may use', async () => {
  const { adapter, paths, keysFolder } = await connect('all_devices', { device_id: 'DEVICE' })
  expect(await adapter.check?.({ signal: signal() })).toBe('@hermes:people.test')
  expect(paths.filter((path) => path.includes('/keys/'))).toEqual(['/_matrix/client/v3/keys/query'])
  expect(existsSync(keysFolder)).toBe(false)
})

test('retries when a proxy answers instead of the homeserver', async () => {
  const server = createServer((_, response) => response.writeHead(404).end('404 page not found')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const settings = { homeserver: `http://127.0.0.1:${port}`, access_token: 'made-up' }
  const adapter = createMatrix(matrixOptions.parse(settings), { fetch, logger: silentLogger })
  const failure = { kind: 'transient', message: 'The homeserver did not answer: status 404.' }
  await expect(adapter.check?.({ signal: signal() })).rejects.toMatchObject(failure)
  const sending = adapter.send({ chatId: '!room:people.test', text: 'Hello.' }, { key: 'k', signal: signal() })
  await expect(sending).rejects.toMatchObject(failure)
})
