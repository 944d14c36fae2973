import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkStore, createSqliteStore } from '@hermes/state'
import { describe, expect, test, vi } from 'vitest'
import { say, storeFolder, textsOf, writeConversations } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()

function recordingLogger() {
  const entries: { level: string; message: string }[] = []
  return { entries, log: (level: string, message: string) => void entries.push({ level, message }) }
}

/** Copies the files of a process that died without closing the store, taken while it was open. */
async function abandoned(write: (path: string) => Promise<unknown>) {
  const living = newPath()
  await writeConversations(living, { sessions: 2, messages: 30 })
  const store = await createSqliteStore({ path: living })
  await write(living)
  for (let number = 0; number < 20; number++) await store.messages.append('s0', [say(`late ${number}`)])
  const path = newPath()
  for (const ending of ['', '-wal', '-shm']) copyFileSync(living + ending, path + ending)
  await store[Symbol.asyncDispose]()
  return { path, texts: await textsOf(living) }
}

const nothing = async () => undefined

test('restores the log of a process that died', async () => {
  const { path, texts } = await abandoned(nothing)
  const logger = recordingLogger()
  {
    await using store = await createSqliteStore({ path, services: { logger } })
    expect(await store.sessions.find()).toHaveLength(2)
  }
  expect(logger.entries.filter(({ level }) => level === 'error')).toEqual([])
  expect(await textsOf(path)).toEqual(texts)
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db.record'])
})

describe.each([
  {
    name: 'a page in its middle is damaged',
    damage: (log: Buffer) => log.fill(0x77, log.length / 2, log.length / 2 + 64),
  },
  { name: 'its header is damaged', damage: (log: Buffer) => log.fill(0x77, 16, 20) },
  { name: 'it is cut off', damage: (log: Buffer) => log.subarray(0, 4120 * 3) },
  { name: 'it is empty', damage: (log: Buffer) => log.subarray(0, 0) },
])('a log of which $name', ({ damage }) => {
  test('is found by a check, and recovered at the next start, which keeps the damaged file', async () => {
    const { path, texts } = await abandoned(nothing)
    const log = readFileSync(`${path}-wal`)
    writeFileSync(`${path}-wal`, damage(Buffer.from(log)))
    // A copy, because SQLite rebuilds the index of a log on opening, which loses its content.
    const copy = newPath()
    for (const ending of ['', '-wal', '-shm']) copyFileSync(path + ending, copy + ending)
    expect((await checkStore({ path: copy })).problems.map(({ kind }) => kind)).toContain('log')

    const logger = recordingLogger()
    const store = await createSqliteStore({ path, services: { logger } })
    const stored = (await store.messages.load('s0')).map(({ message }) => message.content)
    await store[Symbol.asyncDispose]()
    expect(logger.entries.filter(({ level }) => level === 'error').length).toBeGreaterThan(0)
    expect(stored.slice(0, 30)).toEqual(texts.s0?.slice(0, 30))
    expect(texts.s0).toEqual(expect.arrayContaining(stored))
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.damaged-')).length).toBeGreaterThan(0)
    // What was lost continues to be reported.
    expect((await checkStore({ path })).problems.filter(({ kind }) => kind !== 'lost')).toEqual([])
  })
})

test('finds damaged pages after an unclean stop, before any write', async () => {
  const { path, texts } = await abandoned(nothing)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xee, bytes.length - 3 * 4096, bytes.length - 2 * 4096))
  const logger = recordingLogger()
  await using store = await createSqliteStore({ path, services: { logger } })
  await store.messages.append('s1', [say('goes on')])
  expect(logger.entries.map(({ message }) => message)).toContain('the session store was damaged and has been recovered')
  expect((await store.messages.load('s0')).length).toBeGreaterThan((texts.s0?.length ?? 0) / 2)
})

test('checks a large file in the background', async () => {
  const living = newPath()
  const first = await createSqliteStore({ path: living, synchronous: 'NORMAL' })
  await first.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const long = 'x'.repeat(1_000_000)
  for (let number = 0; number < 18; number++) await first.messages.append('s', [say(long)])
  const path = newPath()
  for (const ending of ['', '-wal', '-shm']) copyFileSync(living + ending, path + ending)
  await first[Symbol.asyncDispose]()

  const sound = await createSqliteStore({ path })
  await expect.poll(() => existsSync(`${path}.unchecked`), { timeout: 60_000 }).toBe(false)
  await sound.messages.append('s', [say('goes on')])
  await sound[Symbol.asyncDispose]()

  // By the time of the check, a page is damaged that is not needed to open the file.
  const bytes = readFileSync(path)
  const rows = indexLeaf(path)
  writeFileSync(path, bytes.fill(0xee, rows, rows + 4096))
  writeFileSync(`${path}.unchecked`, '')
  const logger = recordingLogger()
  const damaged = await createSqliteStore({ path, services: { logger } })
  await expect.poll(() => logger.entries.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect(damaged.messages.append('s', [say('lost')])).rejects.toMatchObject({ kind: 'corrupt' })
  await damaged[Symbol.asyncDispose]()
  await using recovered = await createSqliteStore({ path })
  expect(await recovered.messages.load('s')).toHaveLength(19)
})

function indexLeaf(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare("select pageno from dbstat where name = 'idx_sessions_source' limit 1").get()
  database.close()
  return (Number(row?.pageno) - 1) * 4096
}

describe.each([
  { name: 'is deleted', change: (path: string) => rmSync(path) },
  { name: 'is moved away', change: (path: string) => renameSync(path, `${path}.away`) },
  { name: 'is replaced', change: (path: string) => copyFileSync(path, `${path}.new`) },
  { name: 'loses its log', change: (path: string) => rmSync(`${path}-wal`) },
  { name: 'loses the index of its log', change: (path: string) => rmSync(`${path}-shm`) },
  { name: 'is deleted with its folder', change: (path: string) => rmSync(dirname(path), { recursive: true }) },
])('a file that $name while it is open', ({ name, change }) => {
  test('rejects further writes with an error', async () => {
    const path = newPath()
    const store = await createSqliteStore({ path })
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
    change(path)
    if (name === 'is replaced') renameSync(`${path}.new`, path)
    await expect(store.messages.append('s', [say('lost')])).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining(basename(path)),
    })
    const both = [store.messages.append('s', [say('lost')]), store.messages.append('s', [say('lost, too')])]
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await store[Symbol.asyncDispose]()
  })
})

test('continues when its folder changes in other ways', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  writeFileSync(`${path}.note`, '')
  await store.messages.append('s', [say('stored')])
  await using second = await createSqliteStore({ path })
  await second.messages.append('s', [say('by another')])
  expect(await store.messages.load('s')).toHaveLength(2)
})

test('rejects writes of an older process after a newer one has migrated the tables', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const newer = new DatabaseSync(path)
  newer.exec('alter table messages add column mood text; pragma user_version = 99')
  newer.close()
  await expect(store.messages.append('s', [say('lost')])).rejects.toMatchObject({ kind: 'newer-version' })
  expect(await store.messages.load('s')).toEqual([])
})

test('starts over when a damaged file is moved away', async () => {
  const path = newPath()
  writeFileSync(`${path}.damage`, 'It was damaged.\n')
  await using store = await createSqliteStore({ path })
  expect(await store.sessions.find()).toEqual([])
  expect(existsSync(`${path}.damage`)).toBe(false)
})
