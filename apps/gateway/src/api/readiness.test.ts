import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMemoryStore, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { openTestGateway, testKey } from '../../testing/open-test-gateway.js'
import { serveHome } from '../../testing/serve-home.js'
import { createReadiness } from './readiness.js'

async function get(url: string) {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

const ok = { status: 200, body: { status: 'ok' } }
const notReady = (reason: string) => ({ status: 503, body: { status: 'not-ready', reason } })

test('reports ready without a key when a provider is configured and the store accepts writes', async () => {
  const { url } = await serveHome({ key: testKey })
  expect(await get(`${url}/readyz`)).toEqual(ok)
})

test('reports not ready while the store refuses writes, and stays alive', async () => {
  const { url, home } = await serveHome({ key: testKey })
  using database = new DatabaseSync(join(home, 'state.db'))
  database.exec(`create trigger refuse before insert on state_values begin select raise(abort, 'disk full'); end`)
  expect(await get(`${url}/readyz`)).toEqual(notReady('The store cannot be written.'))
  for (const route of ['health', 'livez']) expect(await get(`${url}/${route}`)).toEqual(ok)
  database.exec('drop trigger refuse')
  await expect.poll(() => get(`${url}/readyz`), { timeout: 5000 }).toEqual(ok)
})

test('says what to do if a newer version has migrated the store', async () => {
  const { url, home } = await serveHome({ key: testKey })
  using database = new DatabaseSync(join(home, 'state.db'))
  database.exec('alter table messages add column mood text; pragma user_version = 99')
  expect(await get(`${url}/readyz`)).toEqual(
    notReady('A newer Hermes has changed the store: restart this gateway in the newest version.'),
  )
})

test('reports not ready without a provider', async () => {
  const { url } = await serveHome({ key: testKey }, 'auto')
  expect(await get(`${url}/readyz`)).toEqual(notReady('No provider is configured.'))
  expect(await get(`${url}/livez`)).toEqual(ok)
})

test('reports neither ready nor alive while the gateway is stopping', async () => {
  const { conversations, url } = await openTestGateway([])
  await conversations.drain()
  expect(await get(`${url}/readyz`)).toEqual(notReady('The gateway is stopping.'))
  for (const route of ['health', 'livez']) {
    expect(await get(`${url}/${route}`)).toEqual({ status: 503, body: { status: 'stopping' } })
  }
})

test('reports liveness without touching the store', async () => {
  const { url, store } = await openTestGateway([])
  await store[Symbol.asyncDispose]()
  for (const route of ['health', 'livez']) expect(await get(`${url}/${route}`)).toEqual(ok)
})

function storeThatWrites(update: () => Promise<undefined>) {
  const store = createMemoryStore()
  if (!store.values) throw new Error('The memory store keeps values.')
  const options = { hasProvider: () => true, isStopping: () => false, logger: silentLogger, timeoutMs: 20 }
  return createReadiness({ store: { ...store, values: { ...store.values, update } }, ...options })
}

test('reports a store that does not answer, and does not repeat its write', async () => {
  let writes = 0
  const readiness = storeThatWrites(() => {
    writes += 1
    return new Promise(() => undefined)
  })
  for (let index = 0; index < 3; index++) expect(await readiness()).toBe('The store does not answer.')
  expect(writes).toBe(1)
})

test('writes once for requests in close succession', async () => {
  let writes = 0
  const readiness = storeThatWrites(async () => {
    writes += 1
    return undefined
  })
  await Promise.all([readiness(), readiness()])
  expect(await readiness()).toBeUndefined()
  expect(writes).toBe(1)
})
