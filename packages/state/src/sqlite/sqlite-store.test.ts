import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type NewMessage, type SessionStore, StoreError } from '@hermes/core'
import type { WorkItemQuery } from '@hermes/core/queue'
import type { SessionQuery } from '@hermes/core/sessions'
import { sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { afterAll, expect, test } from 'vitest'
import { damageItem } from '../../testing/damage-item.js'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { toListStatement } from '../queue/to-list-statement.js'
import { toFindStatement } from '../rows/to-find-statement.js'
import { selectMessages } from './message-log.js'
import { createSqliteStore } from './sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-state-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => join(root, randomUUID(), 'state.db')

sessionStoreContract({
  name: 'sqlite',
  async create() {
    const path = newPath()
    return { store: await createSqliteStore({ path }), reopen: () => createSqliteStore({ path }) }
  },
})

sessionStoreContract({
  name: 'sqlite without a file',
  create: async () => ({ store: await createSqliteStore({ path: ':memory:' }) }),
  capabilities: { durable: false },
})

workQueueContract({
  name: 'sqlite',
  async create() {
    const path = newPath()
    return {
      store: await createSqliteStore({ path }),
      reopen: () => createSqliteStore({ path }),
      damageItem: (ref) => damageItem(path, ref),
    }
  },
})

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1_795_000_000_123 })

async function withSession(path: string, id = 's'): Promise<SessionStore> {
  const store = await createSqliteStore({ path })
  await store.sessions.create({ id, source: 'cli', startedAtMs: 1_795_000_000_000 })
  return store
}

const contents = async (store: SessionStore) => (await store.messages.load('s')).map(({ message }) => message.content)

test('creates the folder and the file, readable only by their owner', async () => {
  const path = newPath()
  await using store = await withSession(path)
  await store.messages.append('s', [say('private')])
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('stores columns that other SQLite tools can read: plain text, seconds since the epoch, JSON', async () => {
  const path = newPath()
  await using store = await withSession(path)
  const call = { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } } as const
  await store.messages.append('s', [
    say('100% "plain" 🪽'),
    { message: { role: 'assistant', content: null, tool_calls: [call] }, timestampMs: 1_795_000_001_500 },
    { message: { role: 'tool', tool_call_id: 'c1', name: 'ls', content: 'a.txt' }, timestampMs: 1_795_000_002_000 },
  ])
  const reader = new Driver(path, { readonly: true })
  const columns = 'role, content, tool_calls, tool_call_id, tool_name, timestamp'
  expect(reader.prepare<[], object>(`select ${columns} from messages`).all().map(Object.values)).toEqual([
    ['user', '100% "plain" 🪽', null, null, null, 1_795_000_000.123],
    ['assistant', null, JSON.stringify([call]), null, null, 1_795_000_001.5],
    ['tool', 'a.txt', null, 'c1', 'ls', 1_795_000_002],
  ])
  reader.close()
})

test('keeps times to the microsecond', async () => {
  await using store = await withSession(newPath())
  const times = [0, 0.001, 1001, 1_795_000_000_123.457, 1_795_000_000_999.001]
  await store.messages.append(
    's',
    times.map((timestampMs) => ({ ...say('x'), timestampMs })),
  )
  expect((await store.messages.load('s')).map(({ timestampMs }) => timestampMs)).toEqual(times)
})

test('keeps a message of 50 MB', async () => {
  await using store = await withSession(newPath())
  const text = 'x'.repeat(50_000_000)
  await store.messages.append('s', [say(text)])
  expect((await contents(store))[0] === text).toBe(true)
})

test('appending keeps the identity of a frozen message and copies a mutable one', async () => {
  await using store = await withSession(newPath())
  const frozen = Object.freeze({ role: 'user', content: 'frozen' } as const)
  const loose = { role: 'user', content: 'loose' } as const
  const [first, second] = await store.messages.append('s', [
    { message: frozen, timestampMs: 1 },
    { message: loose, timestampMs: 1 },
  ])
  expect(first?.message).toBe(frozen)
  expect(second?.message).toEqual(loose)
  expect(Object.isFrozen(loose)).toBe(false)
})

test('an append stores all of its messages or none', async () => {
  const path = newPath()
  await using store = await withSession(path)
  const before = await store.sessions.get('s')
  const bad = say('third')
  const unstorable = { ...bad, timestampMs: Number.NaN }
  await expect(store.messages.append('s', [say('first'), say('second'), unstorable])).rejects.toSatisfy(StoreError.is)
  expect(await contents(store)).toEqual([])
  expect(await store.sessions.get('s')).toEqual(before)
})

test('rejects a parent that does not exist', async () => {
  await using store = await withSession(newPath())
  const orphan = { id: 'o', source: 'cli', parentSessionId: 'nobody', startedAtMs: 1 }
  await expect(store.sessions.create(orphan)).rejects.toMatchObject({ kind: 'not-found' })
  expect(await store.sessions.get('o')).toBeUndefined()
})

test('disposing finishes pending writes, checkpoints the write-ahead log, and may be repeated', async () => {
  const path = newPath()
  const store = await withSession(path)
  const append = store.messages.append('s', [say('last words')])
  await store[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  await append
  expect(existsSync(`${path}-wal`)).toBe(false)
  await using next = await createSqliteStore({ path })
  expect(await contents(next)).toEqual(['last words'])
})

test('calls after disposing reject', async () => {
  const store = await withSession(newPath())
  await store[Symbol.asyncDispose]()
  const calls = [
    () => store.messages.load('s'),
    () => store.messages.append('s', [say('late')]),
    () => store.sessions.get('s'),
    () => store.sessions.find(),
    () => store.sessions.delete('s'),
  ]
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'store/unavailable' })
})

test('lists the newest first among sessions with the same activity', async () => {
  await using store = await createSqliteStore({ path: newPath() })
  for (const id of ['b', 'c', 'a']) await store.sessions.create({ id, source: 'cli', startedAtMs: 1000 })
  expect((await store.sessions.find()).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
})

test('frequent queries read from an index, in order', async () => {
  const path = newPath()
  await using store = await withSession(path)
  await store.messages.append('s', [say('x')])
  const reader = new Driver(path, { readonly: true })
  const plan = (text: string, values: readonly unknown[]) =>
    JSON.stringify(reader.prepare(`explain query plan ${text}`).all(...values))
  const planOf = (query: SessionQuery) => plan(toFindStatement(query).text, toFindStatement(query).values)

  expect(planOf({ limit: 1 })).toContain('idx_sessions_activity')
  expect(planOf({ limit: 1 })).not.toContain('TEMP B-TREE')
  expect(planOf({ title: 'x' })).toContain('idx_sessions_title')
  expect(planOf({ idPrefix: '2026' })).toContain('sqlite_autoindex_sessions_1')
  expect(planOf({ parentSessionId: 'x' })).toContain('idx_sessions_parent')
  expect(plan(selectMessages, ['s'])).not.toContain('TEMP B-TREE')
  const planOfList = (query: WorkItemQuery) => plan(toListStatement(query).text, toListStatement(query).values)
  expect(planOfList({ queue: 'q', lane: 'l', status: 'claimed', limit: 1 })).toContain('idx_work_items_open')
  expect(planOfList({ queue: 'q', lane: 'l', status: 'claimed', limit: 1 })).not.toContain('TEMP B-TREE')
  expect(planOfList({ queue: 'q' })).toContain('idx_work_items_open')
  expect(planOfList({})).toContain('idx_work_items_open')
  reader.close()
})

test('a waiting worker claims an item in the transaction that stores it', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  const queue = store.queue ?? expect.unreachable()
  const reader = new Driver(path, { readonly: true })
  const stop = new AbortController()
  const working = queue.work('q', async () => undefined, { signal: stop.signal })
  const put = (id: string) => queue.put({ queue: 'q', lane: 'l', id, payload: null })
  await put('1')
  await expect.poll(() => queue.get({ queue: 'q', id: '1' })).toMatchObject({ status: 'done' })
  await put('2')
  expect(reader.prepare(`select status from work_items where id = '2'`).pluck().get()).toBe('claimed')
  stop.abort()
  await working
  reader.close()
})
