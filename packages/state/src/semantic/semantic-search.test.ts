import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder, SessionStore } from '@hermes/core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { createSqliteStore } from '../sqlite/sqlite-store.js'
import { chunksOf } from './chunks-of.js'
import { fuse } from './fuse.js'

let path: string

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-semantic-'))
  path = join(folder, 'state.db')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** The topics of a text, one dimension each. */
const topics = [
  ['kettle', 'tea', 'boil', 'water'],
  ['deploy', 'server', 'release', 'rollout'],
  ['cat', 'dog', 'pet', 'vet'],
]

interface FakeEmbedder extends Embedder {
  readonly texts: string[]
  failure: Error | undefined
}

function createFakeEmbedder(id = 'fake'): FakeEmbedder {
  const embedder: FakeEmbedder = {
    id,
    dimensions: topics.length,
    texts: [],
    failure: undefined,
    embed: async (texts, { signal }) => {
      signal.throwIfAborted()
      if (embedder.failure) throw embedder.failure
      embedder.texts.push(...texts)
      return texts.map((text) => topics.map((words) => words.filter((word) => text.includes(word)).length))
    },
  }
  return embedder
}

async function open(embedder?: Embedder): Promise<SessionStore> {
  const store = await createSqliteStore({ path, synchronous: 'NORMAL', ...(embedder && { embedder }) })
  onTestFinished(() => store[Symbol.asyncDispose]())
  return store
}

async function say(store: SessionStore, texts: readonly string[], id = 's', source = 'cli') {
  if (!(await store.sessions.get(id))) await store.sessions.create({ id, source, startedAtMs: 0 })
  return store.messages.append(
    id,
    texts.map((content) => ({ message: { role: 'user', content }, timestampMs: 1_000 })),
  )
}

const find = async (store: SessionStore, text: string, more: object = {}) =>
  (await store.search?.find({ text, ...more }))?.map(({ message }) => message.message.content)
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const count = (sql: string) => {
  const database = new Driver(path, { readonly: true })
  const found = database.prepare(sql).pluck().get()
  database.close()
  return found
}

test('finds messages with the same meaning as well as those with the same words', async () => {
  const store = await open(createFakeEmbedder())
  await say(store, ['the kettle is on', 'the release went out', 'a cat sleeps', 'tea at five'])
  await eventually(async () => {
    expect((await find(store, 'tea'))?.sort()).toEqual(['tea at five', 'the kettle is on'])
  })
  expect((await find(store, 'tea'))?.[0]).toBe('tea at five')
  expect(await find(store, 'rollout')).toEqual(['the release went out'])
  expect(await find(store, 'nothing of all that')).toEqual([])
})

test('quoted words, an order and a query without words use only the word search', async () => {
  const store = await open(createFakeEmbedder())
  await say(store, ['the kettle is on', 'tea at five'])
  await eventually(async () => expect(await find(store, 'boil')).toHaveLength(2))
  expect(await find(store, '"boil"')).toEqual([])
  expect(await find(store, 'tea NOT kettle')).toEqual(['tea at five'])
  expect(await find(store, 'tea', { order: 'newest' })).toEqual(['tea at five'])
})

test('filters apply to semantic matches, and messages of jobs are excluded', async () => {
  const store = await open(createFakeEmbedder())
  await say(store, ['kettle in the kitchen'])
  await say(store, ['kettle in the office'], 't', 'telegram')
  await say(store, ['kettle at night'], 'job', 'cron')
  await eventually(async () => expect(await find(store, 'tea')).toHaveLength(2))
  expect(await find(store, 'tea', { sources: ['telegram'] })).toEqual(['kettle in the office'])
  expect(await find(store, 'tea', { withoutSources: ['telegram'] })).toEqual(['kettle in the kitchen'])
  expect(await find(store, 'tea', { sessionId: 's' })).toEqual(['kettle in the kitchen'])
  expect(await find(store, 'tea', { userId: 'ada' })).toEqual([])
})

test('indexes messages that were stored without an embedder, once, and drops deleted ones', async () => {
  const plain = await open()
  await say(plain, ['the kettle is on'], 'before')
  await plain[Symbol.asyncDispose]()
  const embedder = createFakeEmbedder()
  const store = await open(embedder)
  await eventually(async () => expect(await find(store, 'tea')).toEqual(['the kettle is on']))
  await store.sessions.delete('before')
  expect(await find(store, 'tea')).toEqual([])
  expect(count('select count(*) from message_chunks')).toBe(0)
  await store[Symbol.asyncDispose]()
  const again = createFakeEmbedder()
  const reopened = await open(again)
  await say(reopened, ['tea at five'])
  await eventually(async () => expect(await find(reopened, 'boil')).toEqual(['tea at five']))
  expect(again.texts.filter((text) => text.includes('kettle'))).toEqual([])
})

test('another embedder recomputes everything', async () => {
  const first = await open(createFakeEmbedder('first'))
  await say(first, ['the kettle is on'])
  await eventually(async () => expect(await find(first, 'tea')).toHaveLength(1))
  await first[Symbol.asyncDispose]()
  const embedder = createFakeEmbedder('second')
  const second = await open(embedder)
  await eventually(async () => expect(await find(second, 'tea')).toHaveLength(1))
  expect(embedder.texts).toContain('the kettle is on')
  expect(count('select count(*) from message_chunks')).toBe(1)
})

test('word search works when the embedder fails', async () => {
  const embedder = createFakeEmbedder()
  embedder.failure = new Error('down')
  const store = await open(embedder)
  await say(store, ['the kettle is on'])
  expect(await find(store, 'kettle')).toEqual(['the kettle is on'])
  expect(await find(store, 'tea')).toEqual([])
})

test('an embedder that hangs delays neither writes nor closing the store', async () => {
  const store = await open({ id: 'deaf', dimensions: 3, embed: () => new Promise(() => undefined) })
  const [stored] = await say(store, ['the kettle is on'])
  await store[Symbol.asyncDispose]()
  expect(count('select max(id) from messages')).toBe(stored?.id)
})

test('rejects vectors of the wrong length', async () => {
  const store = await open({ ...createFakeEmbedder(), dimensions: 5 })
  await say(store, ['the kettle is on'])
  expect(await find(store, 'kettle')).toEqual(['the kettle is on'])
  expect(count('select count(*) from message_chunks')).toBe(0)
})

test('no secret reaches the embedder', async () => {
  const embedder = createFakeEmbedder()
  const store = await open(embedder)
  const key = `sk-ant-api03-${'abcdefghij'.repeat(9)}`
  await say(store, [`the kettle has the key ${key}`])
  await eventually(async () => expect(embedder.texts.some((text) => text.includes('kettle'))).toBe(true))
  await find(store, `kettle ${key}`)
  expect(embedder.texts.join('\n')).not.toContain(key)
})

test('two stores on one file index each message once', async () => {
  const embedders = [createFakeEmbedder(), createFakeEmbedder()]
  const stores = await Promise.all(embedders.map((embedder) => open(embedder)))
  const [first] = stores
  if (!first) throw new Error('No store.')
  const texts = Array.from({ length: 100 }, (_, index) => `kettle number ${index}.`)
  await say(first, texts)
  await eventually(async () => expect(count('select count(*) from message_chunks')).toBe(100))
  const sent = embedders.flatMap((embedder) => embedder.texts)
  expect(sent.sort()).toEqual([...texts].sort())
})

test('stores no vectors without an embedder', async () => {
  const store = await open()
  await say(store, ['the kettle is on'])
  expect(await find(store, 'tea')).toEqual([])
  expect(count('select count(*) from message_chunks')).toBe(0)
})

test('splits a long text between words, up to a maximum number of chunks', () => {
  const text = 'word '.repeat(1_000).trim()
  const chunks = chunksOf({ role: 'user', content: text })
  expect(chunks.join(' ')).toBe(text)
  expect(chunks.every((chunk) => chunk.startsWith('word') && chunk.endsWith('word'))).toBe(true)
  expect(chunksOf({ role: 'user', content: 'x'.repeat(1_000_000) }).length).toBeLessThan(10)
  expect(chunksOf({ role: 'tool', tool_call_id: 'c', content: text })).toEqual([])
})

test('a result in several rankings comes before a result in one', () => {
  expect(
    fuse([
      [1, 2, 3],
      [3, 4],
    ]),
  ).toEqual([3, 1, 2, 4])
  expect(fuse([[], [7]])).toEqual([7])
})
