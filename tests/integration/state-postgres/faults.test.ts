import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type NewMessage, type SessionStore, StoreError } from '@hermes/core'
import { createPostgresStore } from '@hermes/state/postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CommitFault, type FaultProxy, startFaultProxy } from './fault-proxy.js'
import { password } from './postgres-server.js'
import { withPostgres } from './with-postgres.js'

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1_795_000_000_123 })
const contents = async (store: SessionStore, id = 's') =>
  (await store.messages.load(id)).map(({ message }) => message.content)

withPostgres('a bad network', (server) => {
  let proxy: FaultProxy
  let schema: string
  let store: SessionStore
  /** A store that bypasses the proxy. */
  let witness: SessionStore

  const open = (timeoutMs = 20_000) =>
    createPostgresStore({ url: server().url('postgres', { port: proxy.port }), schema, timeoutMs })

  beforeEach(async () => {
    schema = server().newName()
    proxy = await startFaultProxy(server().port)
    witness = await createPostgresStore({ url: server().url('postgres'), schema })
    store = await open()
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  })
  afterEach(async () => {
    proxy.restore()
    await store[Symbol.asyncDispose]()
    await witness[Symbol.asyncDispose]()
    await proxy.dispose()
  })

  test('stores appends once and in order over connections that are repeatedly reset', async () => {
    const numbers = Array.from({ length: 120 }, (_, number) => String(number))
    const stored = await Promise.all(
      numbers.map(async (number, index) => {
        const appended = await store.messages.append('s', [say(number)])
        // The next one is running, between its first and last statement.
        if (index % 6 === 5) setTimeout(proxy.cut, index % 8)
        return appended
      }),
    )
    const loaded = await witness.messages.load('s')
    expect(loaded.map(({ message }) => message.content)).toEqual(numbers)
    expect(loaded).toEqual(stored.flat())
    expect((await witness.sessions.get('s'))?.messageCount).toBe(numbers.length)
  })

  test.each<CommitFault>(['lose-answer', 'lose-request', 'late-request'])(
    'stores an append once when its connection breaks during COMMIT: %s',
    async (fault) => {
      const first = await store.messages.append('s', [say('before')])
      proxy.onNextCommit(fault)
      const second = await store.messages.append('s', [say('during'), say('and on')])
      const third = await store.messages.append('s', [say('after')])
      expect(proxy.faults()).toBe(1)
      const loaded = await witness.messages.load('s')
      expect(loaded).toEqual([...first, ...second, ...third])
      expect((await witness.sessions.get('s'))?.messageCount).toBe(4)
    },
  )

  test.each<CommitFault>(['lose-answer', 'lose-request', 'late-request'])(
    'also stores every other write once: %s',
    async (fault) => {
      proxy.onNextCommit(fault)
      expect(await store.sessions.create({ id: 'new', source: 'cli', startedAtMs: 1 })).toMatchObject({ id: 'new' })
      proxy.onNextCommit(fault)
      const split = await store.sessions.split('new', { id: 'next', messages: [say('kept')], atMs: 5 })
      expect(split.record.parentSessionId).toBe('new')
      proxy.onNextCommit(fault)
      const add = (value: unknown) => (typeof value === 'number' ? value : 0) + 1
      expect(await store.values?.update('counts', 'n', add)).toBe(1)
      expect(proxy.faults()).toBe(3)
      expect(await contents(witness, 'next')).toEqual(['kept'])
      expect(await witness.values?.get('counts', 'n')).toBe(1)
    },
  )

  describe('without reconnection', () => {
    let hasty: SessionStore
    beforeEach(async () => {
      hasty = await open(1000)
    })
    afterEach(() => hasty[Symbol.asyncDispose]())

    test.each<CommitFault>(['lose-answer', 'lose-request', 'late-request'])(
      'reports an unknown outcome, and stores nothing twice on a repetition: %s',
      async (fault) => {
        proxy.onNextCommit(fault)
        const append = hasty.messages.append('s', [say('once')]).catch((error: unknown) => error)
        while (proxy.faults() === 0) await sleep(5)
        proxy.close()
        const error = await append
        expect(StoreError.is(error) ? error.kind : error).toBe('unavailable')
        expect(describeError(error)).toContain('nothing is stored twice')
        proxy.restore()
        const stored = await hasty.messages.append('s', [say('once')])
        expect(await witness.messages.load('s')).toEqual(stored)
        expect((await witness.sessions.get('s'))?.messageCount).toBe(1)
      },
    )

    test('fails every call with advice, until it is reachable again', async () => {
      proxy.close()
      const failures = await Promise.allSettled([
        hasty.messages.append('s', [say('lost')]),
        hasty.messages.load('s'),
        hasty.search?.find({ text: 'lost' }),
      ])
      for (const failure of failures) {
        expect(failure).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } })
        expectNoPassword(failure.status === 'rejected' ? failure.reason : undefined)
      }
      proxy.restore()
      await hasty.messages.append('s', [say('back')])
      expect(await contents(hasty)).toEqual(['back'])
    })

    test('gives up a silent connection and frees its session', async () => {
      await hasty.messages.append('s', [say('before')])
      proxy.stall()
      const failure = await hasty.messages.append('s', [say('never')]).catch((error: unknown) => error)
      expect(StoreError.is(failure) ? failure.kind : failure).toBe('unavailable')
      proxy.restore()
      await hasty.messages.append('s', [say('after')])
      expect(await contents(witness)).toEqual(['before', 'after'])
    })
  })

  test('waits for a restarting server', async () => {
    await store.messages.append('s', [say('before')])
    await server().stop()
    const append = store.messages.append('s', [say('meanwhile')])
    const load = store.sessions.get('s')
    await server().start()
    await append
    expect((await load)?.id).toBe('s')
    expect(await contents(store)).toEqual(['before', 'meanwhile'])
  })

  test("keeps acknowledged data through a server crash, regardless of the server's settings", async () => {
    const user = server().newName()
    await server().run('postgres', `create role ${user} login superuser password '${password}'`)
    await server().run('postgres', `alter role ${user} set synchronous_commit = off`)
    await using careless = await createPostgresStore({ url: server().url('postgres', { user }), schema })
    await careless.messages.append('s', [say('acknowledged')])
    await server().crash()
    await server().start()
    expect(await contents(careless)).toEqual(['acknowledged'])
  })
})

function expectNoPassword(error: unknown): void {
  const causes: unknown[] = []
  for (let current = error; current instanceof Error; current = current.cause) causes.push(current, current.stack)
  for (const text of [describeError(error), ...causes.map(String), JSON.stringify(error)]) {
    expect(text).not.toContain(password)
    expect(text).not.toContain(encodeURIComponent(password))
  }
}
