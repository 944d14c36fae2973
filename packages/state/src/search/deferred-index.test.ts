import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionStore } from '@hermes/core'
import { expect, onTestFinished, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { checkStore } from '../maintenance/check/check-store.js'
import { createSqliteStore } from '../sqlite/sqlite-store.js'

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-index-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'state.db')
}

const open = (path: string, timeoutMs = 20_000) => createSqliteStore({ path, synchronous: 'NORMAL', timeoutMs })

async function say(store: SessionStore, ...texts: readonly string[]): Promise<void> {
  if (!(await store.sessions.get('s'))) await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
  for (const content of texts) {
    await store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: 1_000 }])
  }
}

const found = async (store: SessionStore, text: string) =>
  (await store.search?.find({ text, order: 'oldest' }))?.map(({ message }) => message.message.content)

/** Returns how many messages the file has, and in how many the index knows the word. */
function counted(path: string, word: string): readonly unknown[] {
  const database = new Driver(path)
  const count = (sql: string) => database.prepare<[], number>(sql).pluck().get()
  const counts = [
    count('select count(*) from messages'),
    count(`select count(*) from messages_fts where messages_fts match '${word}'`),
  ]
  database.close()
  return counts
}

test('a search finds messages stored a moment ago, by this store and by another one', async () => {
  const path = await newPath()
  await using first = await open(path)
  await using second = await open(path)
  await say(first, 'first harbour')
  expect(counted(path, 'harbour')).toEqual([1, 0])
  expect(await found(second, 'harbour')).toEqual(['first harbour'])
  await say(second, 'second harbour')
  await say(first, 'third harbour')
  expect(await found(first, 'harbour')).toEqual(['first harbour', 'second harbour', 'third harbour'])
  expect(await found(second, 'harbour')).toHaveLength(3)
})

/** Returns the problems, except those about texts that a test changed by hand. */
async function problemsOf(path: string): Promise<readonly unknown[]> {
  const { problems } = await checkStore({ path })
  return problems.filter(({ kind }) => kind !== 'content')
}

test('the file is sound while messages wait, even after they were changed or deleted', async () => {
  const path = await newPath()
  {
    await using store = await open(path)
    await say(store, 'indexed harbour', 'deleted harbour', 'changed harbour')
    expect(await found(store, 'harbour')).toHaveLength(3)
    await say(store, 'waiting harbour', 'waiting and deleted harbour', 'waiting and changed harbour')
  }
  const database = new Driver(path)
  database.exec(`delete from messages where content like '%deleted%';
    update messages set content = replace(content, 'changed', 'renamed'), checksum = -1 where content like '%changed%';
    update sessions set message_count = 4`)
  database.close()
  expect(await problemsOf(path)).toEqual([])
  await using store = await open(path)
  expect(await found(store, 'harbour')).toEqual([
    'indexed harbour',
    'renamed harbour',
    'waiting harbour',
    'waiting and renamed harbour',
  ])
  expect(await found(store, 'deleted')).toEqual([])
  expect(await found(store, 'renamed')).toHaveLength(2)
  expect(await problemsOf(path)).toEqual([])
})

test('a closing store leaves a few messages unindexed, but does not let them accumulate', async () => {
  const path = await newPath()
  for (let process = 1; process <= 3; process++) {
    await using store = await open(path)
    await say(store, ...Array.from({ length: 90 }, (_, index) => `harbour ${process} ${index}`))
    await store[Symbol.asyncDispose]()
    expect(counted(path, 'harbour')).toEqual([process * 90, process === 3 ? 200 : 0])
  }
})

test('indexes after a while without a search', async () => {
  const path = await newPath()
  await using store = await open(path)
  await say(store, 'harbour')
  await expect.poll(() => counted(path, 'harbour'), { timeout: 10_000 }).toEqual([1, 1])
})

test('a search finds the indexed messages during a long write by another process', async () => {
  const path = await newPath()
  await using store = await open(path, 50)
  await say(store, 'old harbour')
  expect(await found(store, 'harbour')).toEqual(['old harbour'])
  await say(store, 'new harbour')
  const other = new Driver(path)
  other.exec('begin immediate')
  expect(await found(store, 'harbour')).toEqual(['old harbour'])
  other.exec('rollback')
  other.close()
  expect(await found(store, 'harbour')).toEqual(['old harbour', 'new harbour'])
})
