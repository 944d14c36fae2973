import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, type NewMessage, type SessionStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { createWriteQueue } from '../connection/write-queue.js'
import { createSqliteStore } from './sqlite-store.js'

let folder: string
let store: SessionStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-group-'))
  store = await createSqliteStore({ path: join(folder, 'state.db') })
  for (const id of ['a', 'b']) await store.sessions.create({ id, source: 'cli', startedAtMs: 1 })
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1 })
const contentsOf = async (id: string) => (await store.messages.load(id)).map(({ message }) => message.content)

test('rolls back a failed write without the other writes of its batch', async () => {
  const outcomes = await Promise.allSettled([
    store.messages.append('a', [say('1')]),
    store.messages.append('nobody', [say('lost')]),
    store.sessions.split('a', { id: 'b', messages: [say('never')], atMs: 2 }),
    store.messages.append('a', [say('2')]),
    store.sessions.create({ id: 'b', source: 'cli', startedAtMs: 1 }),
    store.messages.append('b', [say('3')]),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await contentsOf('a')).toEqual(['1', '2'])
  expect(await contentsOf('b')).toEqual(['3'])
  expect(await store.sessions.get('a')).toMatchObject({ messageCount: 2 })
  expect(await store.sessions.get('a')).not.toHaveProperty('endReason')
})

test('concurrent writes resolve together, after another process can read them', async () => {
  const reader = new Driver(join(folder, 'state.db'), { readonly: true })
  const stored = reader.prepare('select count(*) from messages').pluck()
  const seen: unknown[] = []
  await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      store.messages.append(number % 2 ? 'a' : 'b', [say(String(number))]).then(() => seen.push(stored.get())),
    ),
  )
  reader.close()
  expect(new Set(seen)).toEqual(new Set([50]))
})

test('a new conversation is stored together with its first message', async () => {
  const stored: unknown[] = []
  const sessions: SessionStore['sessions'] = {
    ...store.sessions,
    async create(session, options) {
      const record = await store.sessions.create(session, options)
      stored.push(...(await contentsOf(session.id)))
      return record
    },
  }
  const watched = { ...store, sessions, [Symbol.asyncDispose]: async () => undefined }
  const agent = createAgent({ transport: scripted([text('Hello.')]), model: { id: 'm' }, store: watched })
  await agent.run('hi', { sessionId: 'new' }).result
  expect(stored).toEqual(['hi'])
})

test('writes that time out waiting for a lock fail together, and later ones are stored', async () => {
  const path = join(folder, 'state.db')
  await using shortLived = await createSqliteStore({ path, timeoutMs: 50 })
  const other = new Driver(path)
  other.exec('begin immediate')
  const outcomes = await Promise.allSettled(['1', '2', '3'].map((text) => shortLived.messages.append('a', [say(text)])))
  expect(outcomes).toMatchObject(outcomes.map(() => ({ status: 'rejected', reason: { kind: 'unavailable' } })))
  other.exec('rollback')
  other.close()
  await shortLived.messages.append('a', [say('4')])
  expect(await contentsOf('a')).toEqual(['4'])
})

test('writes of several batches keep their order', async () => {
  const numbers = Array.from({ length: 500 }, (_, number) => String(number))
  await Promise.all(numbers.map((number) => store.messages.append('a', [say(number)])))
  expect(await contentsOf('a')).toEqual(numbers)
})

test('on a full disk, only the writes that do not fit fail', async () => {
  const database = new Driver(join(folder, 'small.db'))
  database.pragma('journal_mode = WAL')
  database.exec('create table said (text)')
  database.pragma('max_page_count = 40')
  const queue = createWriteQueue(database, async (work) => work())
  const insert = database.prepare('insert into said values (?)')
  const write = (text: string) => queue.write(() => insert.run(text))
  const outcomes = await Promise.allSettled([write('before'), write('x'.repeat(1_000_000)), write('after')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_FULL' } })
  expect(database.prepare('select text from said').pluck().all()).toEqual(['before', 'after'])
  database.close()
})
