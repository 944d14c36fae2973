import type { Logger, NewMessage } from '@hermes/core'
import { createPostgresStore } from '@hermes/state/postgres'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { password } from './postgres-server.js'
import { withPostgres } from './with-postgres.js'

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1000 })
const newSession = { id: 's', source: 'cli', startedAtMs: 1 }

withPostgres('opening a schema', (server) => {
  const url = () => server().url('postgres')

  test('creates the schema once for concurrent stores, and reuses an existing one', async () => {
    const schema = server().newName()
    const stores = await Promise.all(Array.from({ length: 6 }, () => createPostgresStore({ url: url(), schema })))
    await stores[0]?.sessions.create(newSession)
    for (const store of stores) expect(await store.sessions.get('s')).toMatchObject({ id: 's' })
    for (const store of stores) await store[Symbol.asyncDispose]()
    const { rows } = await server().run('postgres', `select tag from ${schema}.migrations order by number`)
    expect(rows[0]).toEqual({ tag: '0000_initial' })
    expect(new Set(rows.map(({ tag }) => tag)).size).toBe(rows.length)
  })

  test('separates schemas', async () => {
    await using one = await createPostgresStore({ url: url(), schema: server().newName() })
    await using other = await createPostgresStore({ url: url(), schema: `${server().newName()} "with" $1 ? signs` })
    await one.sessions.create(newSession)
    expect(await other.sessions.find()).toEqual([])
    await other.sessions.create(newSession)
    await other.messages.append('s', [say('here')])
    expect(await one.messages.load('s')).toEqual([])
    expect(await other.search?.find({ text: 'here' })).toHaveLength(1)
  })

  test('rejects the schema of a newer Hermes without changes', async () => {
    const schema = server().newName()
    await (await createPostgresStore({ url: url(), schema }))[Symbol.asyncDispose]()
    await server().run('postgres', `insert into ${schema}.migrations (tag) values ('9999_from_the_future')`)
    await expect(createPostgresStore({ url: url(), schema })).rejects.toMatchObject({
      kind: 'newer-version',
      message: expect.stringContaining('update Hermes'),
    })
  })

  test('rejects foreign tables without changes', async () => {
    const schema = server().newName()
    await server().run('postgres', `create schema ${schema}; create table ${schema}.sessions (theirs int)`)
    await expect(createPostgresStore({ url: url(), schema })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('were not created by this Hermes'),
    })
    const { rows } = await server().run('postgres', `select tablename from pg_tables where schemaname = '${schema}'`)
    expect(rows).toEqual([{ tablename: 'sessions' }])
  })

  test('rejects a database without UTF-8', async () => {
    const name = server().newName()
    await server().run('postgres', `create database ${name} template template0 encoding 'LATIN1' locale 'C'`)
    await expect(createPostgresStore({ url: server().url(name) })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('--encoding=UTF8'),
    })
  })

  test.each([
    [
      'a user that it does not let in',
      () => server().url('postgres', { user: 'nobody' }),
      /correct the name and the password/,
    ],
    ['a database that is not there', () => server().url('not_there'), /createdb/],
    ['a server that is not there', () => server().url('postgres', { port: 1 }), /No server listens at 127\.0\.0\.1:1/],
    ['an address that is none', () => `postgresql://u:${password}@localhost/x`, /is invalid/],
    ['an address of something else', () => `mysql://u:secret@localhost/x`, /is invalid/],
  ])('gives advice about %s without revealing the password', async (_, address, sentence) => {
    const error = await createPostgresStore({ url: address() }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringMatching(sentence) })
    for (let current = error; current instanceof Error; current = current.cause) {
      expect(`${current.stack} ${JSON.stringify(current)}`).not.toMatch(/p@ss|p%40ss|secret/)
    }
  })

  test('rejects a name that PostgreSQL would truncate', async () => {
    for (const schema of ['', 'x'.repeat(64), 'pg_mine']) {
      await expect(createPostgresStore({ url: url(), schema })).rejects.toMatchObject({ kind: 'unavailable' })
    }
  })

  describe('without the permission to create extensions', () => {
    test('finds parts of words, and explains how to speed up the search', async () => {
      const [user, database] = [server().newName(), server().newName()]
      await server().run('postgres', `create role ${user} login password '${password}'`)
      // In this locale, only ASCII letters count as letters.
      await server().run('postgres', `create database ${database} template template0 locale 'C'`)
      await server().run(database, `create schema hermes authorization ${user}`)
      const entries: Parameters<Logger['log']>[] = []
      const logger: Logger = { log: (...entry) => void entries.push(entry) }
      await using store = await createPostgresStore({ url: server().url(database, { user }), services: { logger } })
      expect(entries).toContainEqual(['warn', expect.stringContaining('create extension pg_trgm'), expect.anything()])
      await store.sessions.create(newSession)
      await store.messages.append('s', [say('用户接口设计文档'), say('Crème'), say('C++ 🚀')])
      for (const text of ['接口设计', 'creme', 'c++', '🚀']) {
        expect({ text, found: await store.search?.find({ text }) }).toMatchObject({ text, found: [{}] })
      }
    })

    test('creates the index as soon as possible', async () => {
      const [user, database] = [server().newName(), server().newName()]
      await server().run('postgres', `create role ${user} login password '${password}'; `)
      await server().run('postgres', `create database ${database}`)
      await server().run(database, `create schema hermes authorization ${user}`)
      const place = { url: server().url(database, { user }) }
      await (await createPostgresStore(place))[Symbol.asyncDispose]()
      await server().run(database, 'create extension pg_trgm')
      await (await createPostgresStore(place))[Symbol.asyncDispose]()
      const { rows } = await server().run(
        database,
        "select indexdef from pg_indexes where indexname = 'idx_messages_trigrams'",
      )
      expect(rows).toEqual([{ indexdef: expect.stringContaining('gin_trgm_ops') }])
    })
  })

  test('uses a given pool with custom type parsers, and leaves it open', async () => {
    const types = { getTypeParser: () => (text: string) => `parsed ${text}` }
    const pool = new pg.Pool({ connectionString: url(), types, max: 2 })
    const schema = server().newName()
    {
      await using store = await createPostgresStore({ pool, schema })
      await store.sessions.create(newSession)
      const stored = await Promise.all(['1', '2', '3'].map((text) => store.messages.append('s', [say(text)])))
      expect(await store.messages.load('s')).toEqual(stored.flat())
    }
    const { rows } = await pool.query({ text: `select count(*)::text as count from ${schema}.receipts` })
    expect(rows).toEqual([{ count: 'parsed 0' }])
    await pool.end()
  })

  test('supports ids beyond 32 bits', async () => {
    const schema = server().newName()
    await using store = await createPostgresStore({ url: url(), schema })
    await store.sessions.create(newSession)
    await server().run('postgres', `alter table ${schema}.messages alter column id restart with 9000000000000001`)
    const [stored] = await store.messages.append('s', [say('far')])
    expect(stored?.id).toBe(9_000_000_000_000_001)
    expect(await store.messages.load('s')).toEqual([stored])
  })

  test('finds nothing for an id that PostgreSQL cannot represent', async () => {
    await using store = await createPostgresStore({ url: url(), schema: server().newName() })
    expect(await store.sessions.get('a\0b')).toBeUndefined()
    expect(await store.sessions.find({ idPrefix: 'a\0' })).toEqual([])
    expect(await store.messages.load('\ud800')).toEqual([])
  })

  test('rejects every call after disposal', async () => {
    const store = await createPostgresStore({ url: url(), schema: server().newName() })
    await store.sessions.create(newSession)
    const append = store.messages.append('s', [say('asked for before')])
    await store[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
    expect(await append).toHaveLength(1)
    for (const call of [() => store.sessions.find(), () => store.messages.append('s', [say('late')])]) {
      await expect(call()).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('closed') })
    }
  })
})
