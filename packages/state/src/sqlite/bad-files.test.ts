import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type NewMessage, type SessionStore, StoreError, silentLogger } from '@hermes/core'
import { afterAll, expect, test } from 'vitest'
import { createConnection } from '../connection/connection.js'
import { NodeDatabase } from '../connection/driver/node-database.js'
import { isTrusted, loadDriver } from '../connection/load-driver.js'
import { createRetryWhileLocked } from '../connection/retry-while-locked.js'
import { createStoreOn } from './create-store-on.js'
import { openDatabase } from './open-database.js'
import { createSqliteStore } from './sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-bad-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function newPath(): string {
  const folder = join(root, randomUUID())
  mkdirSync(folder)
  return join(folder, 'state.db')
}

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1 })

async function begin(store: SessionStore): Promise<void> {
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
}

async function filled(messages: number): Promise<string> {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  await begin(store)
  for (let number = 0; number < messages; number++) await store.messages.append('s', [say('x'.repeat(3000))])
  return path
}

function execute(path: string, text: string): void {
  const database = new NodeDatabase(path)
  database.exec(text)
  database.close()
}

/** Asserts that the store rejects the file, leaves it unchanged, and creates no other file. */
async function refusal(path: string): Promise<StoreError> {
  const before = readFileSync(path)
  const error = await createSqliteStore({ path }).catch((reason: unknown) => reason)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(dirname(path)).filter((name) => name !== 'state.db.record')).toEqual(['state.db'])
  if (!StoreError.is(error)) throw error
  return error
}

test('rejects a file of a newer Hermes and leaves it unchanged', async () => {
  const path = await filled(1)
  execute(path, 'pragma user_version = 99')
  const error = await refusal(path)
  expect(error.kind).toBe('newer-version')
  expect(error.message).toMatch(
    /written by a newer Hermes \(schema 99, this one knows \d+\): update Hermes, or set HERMES_HOME/,
  )
  expect(error.message).toContain(path)
})

test('rejects a database of another program and leaves it unchanged', async () => {
  const path = newPath()
  execute(path, 'create table sessions (id text); create table schema_version (version integer)')
  expect(await refusal(path)).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(path) })
})

test('rejects a file that is not a database and leaves it unchanged', async () => {
  const path = newPath()
  writeFileSync(path, 'these are notes, not tables\n'.repeat(500))
  expect(await refusal(path)).toMatchObject({ kind: 'corrupt', message: expect.stringContaining(path) })
})

test('an empty file becomes a store', async () => {
  const path = newPath()
  writeFileSync(path, '')
  await using store = await createSqliteStore({ path })
  expect(await store.sessions.find()).toEqual([])
})

test('reports damaged pages that opening does not read when they are read', async () => {
  const path = await filled(50)
  const leaf = lastMessages(path)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, leaf, leaf + 4096))
  await using store = await createSqliteStore({ path })
  await expect(store.messages.load('s')).rejects.toMatchObject({
    kind: 'corrupt',
    message: expect.stringContaining(path),
  })
})

/** Returns the offset of the last page with messages. */
function lastMessages(path: string): number {
  const database = new NodeDatabase(path)
  const select = `select max(pageno) from dbstat where name = 'messages' and pagetype = 'leaf'`
  const page = Number(database.prepare(select).pluck().get())
  database.close()
  return (page - 1) * 4096
}

test('reports damaged JSON in a row as damage', async () => {
  const path = await filled(1)
  execute(
    path,
    `update messages set role = 'assistant', tool_calls = '[{"id":'; update sessions set model_config = '{'`,
  )
  await using store = await createSqliteStore({ path })
  await expect(store.messages.load('s')).rejects.toMatchObject({ kind: 'corrupt' })
  await expect(store.sessions.get('s')).rejects.toMatchObject({ kind: 'corrupt' })
})

test('reports a missing table as a StoreError', async () => {
  const path = await filled(1)
  execute(path, 'drop table messages')
  await expect(createSqliteStore({ path })).rejects.toMatchObject({ kind: 'unavailable' })
})

test('the error for an unusable home says what to do', async () => {
  const file = newPath()
  writeFileSync(file, '')
  const folder = dirname(newPath())
  for (const path of [join(file, 'state.db'), join(file, 'deeper', 'state.db'), folder, '/proc/hermes/state.db']) {
    const error = await createSqliteStore({ path }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining(resolve(path)) })
    expect(error).toMatchObject({ message: expect.stringContaining('HERMES_HOME') })
  }
  expect(statSync(folder).isDirectory()).toBe(true)
})

test('a full disk loses nothing, and writes succeed again when there is space', async () => {
  const path = newPath()
  const retryWhileLocked = createRetryWhileLocked({ path, timeoutMs: 0, random: Math.random, logger: silentLogger })
  const { database, guard } = await openDatabase({ path, synchronous: 'FULL', retryWhileLocked, logger: silentLogger })
  await using store = createStoreOn(createConnection(database, retryWhileLocked, guard))
  await begin(store)
  await store.messages.append('s', [say('kept')])
  database.pragma(`max_page_count = ${database.pragma('page_count', { simple: true })}`)

  const large = say('y'.repeat(100_000))
  await expect(store.messages.append('s', [say('not alone'), large])).rejects.toMatchObject({
    kind: 'full',
    message: expect.stringMatching(/disk is full, and this was not stored\. What was stored before is safe/),
  })
  expect((await store.messages.load('s')).map(({ message }) => message.content)).toEqual(['kept'])
  expect(await store.sessions.get('s')).toMatchObject({ messageCount: 1 })

  database.pragma('max_page_count = 100000')
  await store.messages.append('s', [large])
  expect(await store.sessions.get('s')).toMatchObject({ messageCount: 2 })
})

test('uses the SQLite of Node.js', async () => {
  expect(await loadDriver()).toBe(NodeDatabase)
})

test('uses better-sqlite3 when the SQLite of Node.js can lose writes', async () => {
  const { default: BetterSqlite3 } = await import('better-sqlite3')
  expect(await loadDriver({ ...process.versions, sqlite: '3.51.2' })).toBe(BetterSqlite3)
})

test('rejects a Node.js version without SQLite in which better-sqlite3 would crash, before loading it', async () => {
  const { sqlite: _, ...versions } = process.versions
  await expect(loadDriver({ ...versions, node: '20.20.2', napi: '9' })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/SQLite 3\.51\.3 or newer.*20\.20\.2 contains none/),
  })
})

test('trusts only SQLite versions without the bug that loses writes', () => {
  expect(['2.99.9', '3.40.1', '3.51.2', ''].filter(isTrusted)).toEqual([])
  const fixed = ['3.51.3', '3.52.0', '3.54.1', '4.0.0']
  expect(fixed.filter(isTrusted)).toEqual(fixed)
})
