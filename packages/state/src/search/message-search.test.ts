import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message, SessionStore } from '@hermes/core'
import type { SearchQuery } from '@hermes/core/sessions'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { migrate } from '../migrations/migrate.js'
import { migrations } from '../migrations/migrations.js'
import { createSqliteStore } from '../sqlite/sqlite-store.js'
import { createIndexBatch } from './deferred-index.js'
import { createMessageSearch, type MessageSearchOptions } from './message-search.js'

let path: string
let store: SessionStore

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-search-'))
  path = join(folder, 'state.db')
  store = await createSqliteStore({ path, synchronous: 'NORMAL' })
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
})

const say = (content: string): Message => ({ role: 'user', content })
const add = (messages: readonly Message[], timestampMs = 1_000) =>
  store.messages.append(
    's',
    messages.map((message) => ({ message, timestampMs })),
  )

function open(): Driver {
  const database = new Driver(path)
  onTestFinished(() => {
    database.close()
  })
  return database
}

/** Indexes waiting messages, then searches. */
async function find(query: string | SearchQuery, options: MessageSearchOptions = {}): Promise<readonly unknown[]> {
  const database = open()
  createIndexBatch(database)(1)
  const search = createMessageSearch({ database, read: async (work) => work() }, options)
  const hits = await search.find(typeof query === 'string' ? { text: query } : query)
  return hits.map(({ message }) => message.message.content ?? message.id)
}

const isSound = () => open().exec(`insert into messages_fts(messages_fts, rank) values ('integrity-check', 1)`)

test('a frequent prefix finds the same messages as a rare one', async () => {
  const texts = Array.from({ length: 60 }, (_, index) =>
    [index % 2 ? 'deploy' : 'deployed', index % 7 ? '' : 'needle', index % 3 ? 'server' : 'serving', `n${index}`].join(
      ' ',
    ),
  )
  await add(texts.map(say))
  for (const text of [
    'depl*',
    'depl* needle',
    'needle NOT deployed*',
    'serv* NOT depl*',
    'needle NOT serve*',
    'depl* serv*',
  ]) {
    const gathered = await find({ text, limit: 100 })
    const sampled = await find({ text, limit: 100 }, { mostGathered: 5 })
    expect({ text, found: [...sampled].sort() }).toEqual({ text, found: [...gathered].sort() })
  }
  expect(await find({ text: 'depl*', limit: 100 }, { mostGathered: 5 })).toHaveLength(60)
})

test('ranks the rarer of two words higher, and the newer of two equal messages', async () => {
  await add([...Array.from({ length: 50 }, () => say('server')), say('kettle on')])
  await add([say('a server here'), say('a kettle here')])
  expect((await find('kettle OR server')).slice(0, 2).sort()).toEqual(['a kettle here', 'kettle on'])
  await add([say('same words old')], 0)
  await add([say('same words new')], Date.now())
  expect(await find('same words')).toEqual(['same words new', 'same words old'])
})

test('finds a rare match of one alternative next to frequent matches of another', async () => {
  await add([say('the needle'), ...Array.from({ length: 700 }, () => say('the hay'))])
  expect((await find({ text: 'hay OR needle', limit: 5 }))[0]).toBe('the needle')
})

test('finds the arguments of tool calls but not their JSON syntax', async () => {
  const call = (args: unknown): Message => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'write_file', arguments: String(args) } }],
  })
  const [lines, windows, escaped, broken] = await add([
    call(JSON.stringify({ content: 'one\nharbour\ttide' })),
    call(JSON.stringify({ path: 'c:\\new\\table' })),
    call('{"text":"caf\\u00e9 \\u6e2f"}'),
    call('{"half":"lantern'),
  ])
  expect(await find('harbour')).toEqual([lines?.id])
  expect(await find('tide')).toEqual([lines?.id])
  expect(await find('new')).toEqual([windows?.id])
  expect(await find('café')).toEqual([escaped?.id])
  expect(await find('港')).toEqual([escaped?.id])
  expect(await find('lantern')).toEqual([broken?.id])
  expect(await find('write_file')).toHaveLength(4)
  expect(await find('function')).toEqual([])
})

test('indexes the start and the end of long tool results, and user messages completely', async () => {
  const text = `head ${'filler '.repeat(4_000)} middle ${'filler '.repeat(4_000)} tail`
  const wide = `头 ${'填 '.repeat(12_000)} 中 ${'填 '.repeat(12_000)} 尾`
  await add([
    { role: 'tool', tool_call_id: 'c', name: 'terminal', content: text },
    { role: 'tool', tool_call_id: 'd', name: 'terminal', content: wide },
  ])
  for (const word of ['head', 'tail', '头', '尾']) expect(await find(word)).toHaveLength(1)
  for (const word of ['middle', '中']) expect(await find(word)).toEqual([])
  await add([say(text)])
  expect(await find('middle')).toEqual([text])
})

test('the index follows changes of its table', async () => {
  await add([say('first harbour'), say('第二 🚀'), say('C++ third')])
  await store.sessions.create({ id: 'gone', source: 'cron', startedAtMs: 0, userId: 'ada' })
  await store.messages.append('gone', [{ message: say('gone harbour 消失'), timestampMs: 5 }])
  const database = open()
  database.pragma('foreign_keys = ON')
  database.exec(
    `update messages set content = 'changed tide', search_text = null, checksum = -1 where content = '第二 🚀'`,
  )
  database.exec(`update messages set timestamp = 86400 where content = 'changed tide'`)
  await store.sessions.delete('gone')
  isSound()
  expect(await find('harbour')).toEqual(['first harbour'])
  expect(await find('消失')).toEqual([])
  expect(await find({ text: 'tide', sinceMs: 86_400_000 })).toEqual(['changed tide'])
  database.exec(`insert into messages_fts(messages_fts) values ('rebuild')`)
  isSound()
  expect(await find('c++')).toEqual(['C++ third'])
})

test('finds messages of migrated files', async () => {
  const before = migrations.findIndex(({ tag }) => tag === '0005_message_search')
  const database = new Driver(':memory:')
  migrate(database, migrations.slice(0, before))
  database.exec(
    `insert into sessions (id, source, user_id, started_at, last_activity_at) values ('old', 'email', 'ada', 0, 0)`,
  )
  const insert = database.prepare(
    `insert into messages (session_id, role, content, tool_calls, timestamp) values ('old', ?, ?, ?, 90000)`,
  )
  insert.run('user', '用户接口 API网关', null)
  insert.run(
    'assistant',
    null,
    '[{"id":"c","type":"function","function":{"name":"say","arguments":"{\\"text\\":\\"港口\\"}"}}]',
  )
  insert.run('user', 'plain C++', null)
  migrate(database)
  database.exec(`insert into messages_fts(messages_fts, rank) values ('integrity-check', 1)`)
  const search = createMessageSearch({ database, read: async (work) => work() })
  for (const [text, id] of [
    ['接口', 1],
    ['api', 1],
    ['港口', 2],
    ['c++', 3],
  ] as const) {
    const hits = await search.find({ text, sources: ['email'], userId: 'ada', sinceMs: 86_400_000 })
    expect({ text, ids: hits.map(({ message }) => message.id) }).toEqual({ text, ids: [id] })
  }
})

test('reads the newest matches from the index without sorting', async () => {
  const plan = open()
    .prepare<unknown[], { detail: string }>(
      `explain query plan select m.id from messages_fts f cross join messages m on m.id = f.rowid
       where messages_fts match 'a' and m.timestamp >= 0 order by f.rowid desc limit 5`,
    )
    .all()
    .map(({ detail }) => detail)
    .join('\n')
  expect(plan).toContain('VIRTUAL TABLE')
  expect(plan).not.toContain('TEMP B-TREE')
})

test('the snippet keeps accents', async () => {
  await add([say(`${'filler '.repeat(60)}start Crème brûlée ${'filler '.repeat(60)}`)])
  const [hit] = (await store.search?.find({ text: 'creme' })) ?? []
  expect(hit?.snippet).toContain('Crème brûlée')
  expect(hit?.snippet.length).toBeLessThanOrEqual(200)
})
