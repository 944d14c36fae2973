import { createPostgresStore } from '@hermes/state/postgres'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { withPostgres } from './with-postgres.js'

/* Large texts that several sessions share are stored once, and deleted while other processes create sessions. */

const systemPrompt = 'You know where everything is. 茶はここ。\n'.repeat(300)
const given = { source: 'api_server', startedAtMs: 1, systemPrompt, notes: { tools: ['read '.repeat(900)] } }

withPostgres('shared texts', (server) => {
  const clients: pg.Client[] = []
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

  async function connect(schema: string) {
    const client = new pg.Client({ connectionString: server().url('postgres') })
    await client.connect()
    clients.push(client)
    await client.query(`set search_path = ${schema}`)
    return client
  }

  /** Opens a store with the sessions `first`, which has its own texts, and `a` and `b`, which share theirs. */
  async function openNew() {
    const place = { url: server().url('postgres'), schema: server().newName() }
    const store = await createPostgresStore(place)
    for (const id of ['first', 'a', 'b']) await store.sessions.create({ ...given, id })
    const client = await connect(place.schema)
    const textCount = async () => (await client.query('select count(*)::int as count from shared_texts')).rows[0].count
    return { place, store, client, textCount }
  }

  test('are deleted with the last session that has them', async () => {
    const { place, store, textCount } = await openNew()
    await using _ = store
    for (const [id, left] of [
      ['a', 2],
      ['b', 0],
    ] as const) {
      const other = await createPostgresStore(place)
      await other.sessions.delete(id)
      await other[Symbol.asyncDispose]()
      expect(await textCount()).toBe(left)
    }
    await store.sessions.create({ ...given, id: 'c' })
    await using last = await createPostgresStore(place)
    expect(await last.sessions.get('c')).toMatchObject(given)
  })

  test('a damaged or missing one is an error for each of its sessions', async () => {
    const { place, store, client } = await openNew()
    await using _ = store
    await client.query("update shared_texts set text = replace(text, 'everything', 'the coffee')")
    await using other = await createPostgresStore(place)
    for (const id of ['a', 'b']) await expect(other.sessions.get(id)).rejects.toMatchObject({ kind: 'corrupt' })
    await client.query('delete from shared_texts')
    await expect(other.sessions.get('b')).rejects.toMatchObject({
      kind: 'corrupt',
      message: expect.stringContaining('is missing'),
    })
    expect(await other.sessions.get('first')).toMatchObject(given)
  })

  test('a session that is created while its texts are deleted has them', async () => {
    const { place, store, client } = await openNew()
    await using _ = store
    await client.query('begin')
    await client.query('lock table shared_texts in access exclusive mode')
    const created = store.sessions.create({ ...given, id: 'c' })
    const watcher = await connect(place.schema)
    const waiting = async () => (await watcher.query('select 1 from pg_locks where not granted')).rowCount
    await expect.poll(waiting).toBeGreaterThan(0)
    await client.query('delete from sessions')
    await client.query('delete from shared_texts')
    await client.query('commit')
    expect(await created).toMatchObject(given)
    await using other = await createPostgresStore(place)
    expect(await other.sessions.get('c')).toMatchObject(given)
  })

  test('keeps the texts of a session that is being created', async () => {
    const { place, store, client, textCount } = await openNew()
    await using _ = store
    // The first step of a store that creates a session.
    await client.query('begin')
    await client.query(`insert into sessions (id, source, started_at, last_activity_at, checksum, shared_prompt, shared_notes)
      select 'c', source, started_at, last_activity_at, -1, shared_prompt, shared_notes from sessions where id = 'a'
      returning (select count(*) from shared_texts where hash in (shared_prompt, shared_notes)) as held`)
    {
      await using other = await createPostgresStore(place)
      for (const id of ['a', 'b']) await other.sessions.delete(id)
    }
    await client.query('commit')
    expect(await textCount()).toBe(2)
    expect(await store.sessions.get('c')).toMatchObject(given)
  })

  test('processes that create and delete sessions concurrently lose none', async () => {
    const { place, store } = await openNew()
    await using _ = store
    const work = async (name: string) => {
      for (let round = 0; round < 15; round++) {
        await using other = await createPostgresStore(place)
        for (const number of [1, 2, 3]) {
          const id = `${name}-${round}-${number}`
          await other.sessions.create({ ...given, id })
          if (number < 3 || round % 2 === 0) await other.sessions.delete(id)
        }
      }
    }
    await Promise.all([
      ...['x', 'y', 'z'].map(work),
      (async () => {
        for (const id of ['first', 'a', 'b']) await store.sessions.delete(id)
        for (let number = 0; number < 100; number++) await store.sessions.create({ ...given, id: `kept-${number}` })
      })(),
    ])
    await using other = await createPostgresStore(place)
    const sessions = await other.sessions.find()
    expect(sessions.length).toBeGreaterThanOrEqual(100)
    for (const { id } of sessions) expect(await other.sessions.get(id)).toMatchObject(given)
  })
})
