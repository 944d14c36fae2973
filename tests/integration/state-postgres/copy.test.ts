import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { NewMessage } from '@hermes/core'
import { createPostgresStore, withPostgresCopy } from '@hermes/state/postgres'
import { expect, test } from 'vitest'
import { password } from './postgres-server.js'
import { withPostgres } from './with-postgres.js'

const worker = join(import.meta.dirname, 'copy-worker.ts')

withPostgres('copying a schema', (server) => {
  const url = () => server().url('postgres')
  const copies = async () => {
    const { rows } = await server().run(
      'postgres',
      "select nspname from pg_namespace where nspname like 'hermes_copy_%'",
    )
    return rows.map(({ nspname }) => nspname)
  }
  const openNew = async () => {
    const schema = server().newName()
    const store = await createPostgresStore({ url: url(), schema })
    await store.sessions.create({ id: 'first', source: 'cli', startedAtMs: 1 })
    return { schema, store }
  }
  const say = (content: string): NewMessage[] => [{ message: { role: 'user', content }, timestampMs: 1000 }]

  test('creates a store with the same content, whose changes end with it', async () => {
    const { schema, store } = await openNew()
    await using original = store
    await original.messages.append('first', say('one'))
    await original.values?.update('notes', 'key', () => 'kept')
    await original.queue?.put({ queue: 'inbox', lane: 'first', id: 'item', payload: 'work' })
    await withPostgresCopy({ url: url(), schema }, async (copy) => {
      expect(await copies()).toEqual([copy])
      await using store = await createPostgresStore({ url: url(), schema: copy })
      await store.sessions.create({ id: 'second', source: 'cli', startedAtMs: 2, parentSessionId: 'first' })
      await store.messages.append('first', say('two'))
      expect(await store.messages.load('first')).toMatchObject([
        { message: { content: 'one' } },
        { message: { content: 'two' } },
      ])
      expect(await store.values?.get('notes', 'key')).toBe('kept')
      const items = await server().run('postgres', `select id from ${copy}.work_items`)
      expect(items.rows).toEqual([{ id: 'item' }])
    })
    expect(await copies()).toEqual([])
    expect(await original.messages.load('first')).toHaveLength(1)
    expect(await original.sessions.get('second')).toBeUndefined()
  })

  test('is removed when its use fails', async () => {
    const { schema, store } = await openNew()
    await using _ = store
    const failure = new Error('The new version does not start.')
    await expect(withPostgresCopy({ url: url(), schema }, () => Promise.reject(failure))).rejects.toBe(failure)
    expect(await copies()).toEqual([])
  })

  test('is removed after a kill by the next store of the database, but never while it is used', async () => {
    const { schema, store } = await openNew()
    await using _ = store
    const child = spawn(process.execPath, [worker, url(), schema], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    await (await openNew()).store[Symbol.asyncDispose]()
    expect(await copies()).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const isHeld = async () => {
      await (await openNew()).store[Symbol.asyncDispose]()
      return copies()
    }
    await expect.poll(isHeld).toEqual([])
  })

  test('leaves a schema of that name unchanged if it is not a copy', async () => {
    const mine = 'hermes_copy_of_mine'
    await (await createPostgresStore({ url: url(), schema: mine }))[Symbol.asyncDispose]()
    await (await openNew()).store[Symbol.asyncDispose]()
    expect(await copies()).toEqual([mine])
    await server().run('postgres', `drop schema ${mine} cascade`)
  })

  test('rejects the schema of a newer Hermes', async () => {
    const { schema, store } = await openNew()
    await store[Symbol.asyncDispose]()
    await server().run('postgres', `insert into ${schema}.migrations (tag) values ('9999_from_the_future')`)
    await expect(withPostgresCopy({ url: url(), schema }, async () => true)).rejects.toMatchObject({
      kind: 'newer-version',
    })
    expect(await copies()).toEqual([])
  })

  test('is not created for a user who may not create schemas', async () => {
    const user = server().newName()
    const schema = server().newName()
    await server().run(
      'postgres',
      `create role ${user} login password '${password}'; create schema ${schema} authorization ${user}`,
    )
    const own = server().url('postgres', { user })
    await (await createPostgresStore({ url: own, schema }))[Symbol.asyncDispose]()
    expect(await withPostgresCopy({ url: own, schema }, async () => true)).toBeUndefined()
  })
})
