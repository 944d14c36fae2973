import type { SessionStore } from '@hermes/core'
import { createPostgresStore } from '@hermes/state/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './fault-proxy.js'
import { withPostgres } from './with-postgres.js'

withPostgres('round trips to the server', (server) => {
  let proxy: FaultProxy
  let store: SessionStore

  beforeAll(async () => {
    proxy = await startFaultProxy(server().port)
    store = await createPostgresStore({
      url: server().url('postgres', { port: proxy.port }),
      schema: server().newName(),
    })
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  })
  afterAll(async () => {
    await store[Symbol.asyncDispose]()
    await proxy.dispose()
  })

  const packetsOf = async (work: () => Promise<unknown>) => {
    const before = proxy.packets()
    await work()
    return proxy.packets() - before
  }

  test('stores a message in two round trips: its transaction, and the commit', async () => {
    const message = { message: { role: 'user', content: 'hello' }, timestampMs: 2 } as const
    expect(await packetsOf(() => store.messages.append('s', [message]))).toBeLessThanOrEqual(2)
  })

  test('changes a value in three round trips: what it was, what it is, and the commit', async () => {
    expect(
      await packetsOf(async () => store.values?.update('a', 'b', (value) => Number(value ?? 0) + 1)),
    ).toBeLessThanOrEqual(3)
  })

  test('reads values that are requested together in one round trip', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`)
    const ask = () => Promise.all(keys.map((key) => store.values?.get('a', key)))
    expect(await packetsOf(ask)).toBe(1)
  })
})
