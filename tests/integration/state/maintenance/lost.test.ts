import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkStore, createSqliteStore, repairStore, restoreStore } from '@hermes/state'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { say, storeFolder, textsOf, writeConversations } from './fixtures.js'

/* A store that does not contain what was acknowledged says so: at each start, in a check and in a repair. */

vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()
const endings = ['', '-wal', '-shm', '.record']

function recordingLogger() {
  const entries: { level: string; message: string; lost: readonly string[] }[] = []
  return {
    entries,
    log(level: string, message: string, fields: { lost?: readonly string[] } = {}) {
      entries.push({ level, message, lost: fields.lost ?? [] })
    },
  }
}

function copyStore(from: string, to: string): void {
  for (const ending of endings) if (existsSync(from + ending)) copyFileSync(from + ending, to + ending)
}

interface Scene {
  readonly living: string
  readonly texts: readonly string[]
}

/** The files of a process that was killed, with 40 messages of which 20 are only in the log, and of a clean stop. */
let killed: Scene
let closed: Scene
/** The log of another store. */
let foreign: Buffer

async function contentOf(path: string): Promise<readonly string[]> {
  return (await textsOf(path)).s0 ?? []
}

beforeAll(async () => {
  const make = async (messages: number) => {
    const path = newPath()
    await writeConversations(path, { sessions: 1, messages })
    const store = await createSqliteStore({ path })
    for (let number = 0; number < 20; number++) await store.messages.append('s0', [say(`late ${number}`)])
    const copy = newPath()
    copyStore(path, copy)
    await store[Symbol.asyncDispose]()
    return { path, copy, texts: await contentOf(path) }
  }
  const one = await make(20)
  killed = { living: one.copy, texts: one.texts }
  closed = { living: one.path, texts: one.texts }
  foreign = readFileSync(`${(await make(35)).copy}-wal`)
})

/** Opens the store as any program does. */
async function open(path: string) {
  const logger = recordingLogger()
  const store = await createSqliteStore({ path, services: { logger } })
  try {
    const loaded = await store.messages.load('s0')
    return {
      texts: loaded.map(({ message }) => String(message.content)),
      told: logger.entries.filter(({ level }) => level === 'error'),
      lost: logger.entries.flatMap(({ lost }) => lost),
    }
  } finally {
    await store[Symbol.asyncDispose]()
  }
}

/** Expects that, whatever was done to the files, the content is what was stored, or a loss is reported until a repair. */
async function expectTold(make: () => string, texts: readonly string[]): Promise<'told' | 'harmless'> {
  const checked = make()
  const { problems } = await checkStore({ path: checked, depth: 'quick' })
  const first = await open(make())
  const path = make()
  await open(path)
  const second = await open(path)
  if (second.texts.length === texts.length) {
    expect(second.texts).toEqual(texts)
    return first.told.length > 0 || problems.length > 0 ? 'told' : 'harmless'
  }
  expect(texts.slice(0, second.texts.length)).toEqual(second.texts)
  const missing = texts.length - second.texts.length
  const sentence = new RegExp(`^${missing} messages? acknowledged until .* (is|are) missing`)
  expect(problems.map(({ kind }) => kind)).toEqual(expect.arrayContaining([expect.stringMatching(/^(lost|log)$/)]))
  for (const { lost } of [first, second])
    expect(lost).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))

  expect((await checkStore({ path })).problems).toMatchObject([{ kind: 'lost', text: expect.stringMatching(sentence) }])
  expect((await repairStore({ path })).lost).toEqual([expect.stringMatching(sentence)])
  expect((await checkStore({ path })).problems).toEqual([])
  expect((await open(path)).told).toEqual([])
  return 'told'
}

const frameBytes = 24 + 4096

/** Returns a function that copies the files of the killed process, with or without the index of its log. */
function copyOf(scene: () => Scene, change: (path: string) => void, { withIndex }: { readonly withIndex: boolean }) {
  return () => {
    const path = newPath()
    copyStore(scene().living, path)
    if (!withIndex) rmSync(`${path}-shm`, { force: true })
    change(path)
    return path
  }
}

describe.each([{ withIndex: true }, { withIndex: false }])('a log (its index is kept: $withIndex)', (options) => {
  const scene = () => killed

  test('that was cut off after any frame', async () => {
    const frames = Math.floor((readFileSync(`${killed.living}-wal`).length - 32) / frameBytes)
    const outcomes = new Set<string>()
    const step = Math.max(1, Math.floor(frames / (3 * inject('effort'))))
    for (let kept = frames - 1; kept >= 0; kept -= kept > frames - 3 * inject('effort') ? 1 : step) {
      const make = copyOf(scene, (path) => truncateSync(`${path}-wal`, 32 + kept * frameBytes), options)
      outcomes.add(await expectTold(make, killed.texts))
    }
    expect(outcomes).toContain('told')
  })

  test.each([
    { name: 'was deleted', change: (path: string) => rmSync(`${path}-wal`) },
    { name: 'was emptied', change: (path: string) => truncateSync(`${path}-wal`, 0) },
    {
      name: 'was filled with zeros',
      change: (path: string) => writeFileSync(`${path}-wal`, Buffer.alloc(readFileSync(`${path}-wal`).length)),
    },
    { name: 'is of another store', change: (path: string) => writeFileSync(`${path}-wal`, foreign) },
  ])('that $name', async ({ change }) => {
    expect(await expectTold(copyOf(scene, change, options), killed.texts)).toBe('told')
  })

  test('of another store next to a closed store is set aside', async () => {
    const change = (path: string) => writeFileSync(`${path}-wal`, foreign)
    const make = copyOf(() => closed, change, options)
    expect(await expectTold(make, closed.texts)).toBe('told')
    const path = make()
    expect((await repairStore({ path })).problems).toMatchObject([{ kind: 'log' }])
    expect((await open(path)).texts).toEqual(closed.texts)
    expect(readdirSync(dirname(path)).filter((name) => /\.foreign-\d{8}-\d{6}-wal$/.test(name))).toHaveLength(1)
  })

  test('of a killed process is used', async () => {
    expect(
      await expectTold(
        copyOf(scene, () => undefined, options),
        killed.texts,
      ),
    ).toBe('harmless')
  })
})

test('reports an older copy of the file', async () => {
  const make = () => {
    const path = newPath()
    copyStore(closed.living, path)
    copyFileSync(killed.living, path)
    return path
  }
  expect(await expectTold(make, closed.texts)).toBe('told')
})

test('reports the file of another store', async () => {
  const path = newPath()
  copyStore(closed.living, path)
  const other = newPath()
  await writeConversations(other, { sessions: 1, messages: 50 })
  copyFileSync(other, path)
  expect((await checkStore({ path })).problems).toMatchObject([
    { kind: 'lost', text: expect.stringMatching(/^The file was replaced by another store: .* had 40 messages\.$/) },
  ])
  expect((await open(path)).lost).toHaveLength(1)
})

test('an empty file that was a store is refused and left unchanged', async () => {
  const path = newPath()
  copyStore(closed.living, path)
  truncateSync(path, 0)
  await expect(createSqliteStore({ path })).rejects.toMatchObject({
    kind: 'corrupt',
    message: expect.stringMatching(/is empty, but contained 40 messages until .*: restore a backup/),
  })
  expect((await checkStore({ path })).problems).toMatchObject([
    { text: expect.stringContaining('contained 40 messages'), repairable: false },
  ])
  await expect(repairStore({ path })).rejects.toMatchObject({ kind: 'unavailable' })
  expect(readFileSync(path)).toHaveLength(0)
  // Moving it away starts an empty store.
  rmSync(path)
  const opened = await open(path).catch((error: unknown) => error)
  expect(opened).toMatchObject({ texts: [], lost: [expect.stringContaining('40 messages until')] })
  expect((await open(path)).told).toEqual([])
})

describe.each([{ record: true }, { record: false }])(
  'an empty file next to a log that has content: %j',
  ({ record }) => {
    /** Creates an emptied store. @param isWhole Whether the log has all pages. */
    function emptied(isWhole: boolean): string {
      const path = newPath()
      copyStore(killed.living, path)
      const log = newPath()
      const database = new DatabaseSync(path)
      database.exec('pragma wal_autocheckpoint = 0')
      if (isWhole) database.exec('vacuum')
      copyFileSync(`${path}-wal`, log)
      database.close()
      rmSync(`${path}-shm`, { force: true })
      truncateSync(path, 0)
      copyFileSync(log, `${path}-wal`)
      if (!record) rmSync(`${path}.record`)
      return path
    }

    test.each([true, false])('is refused, and both are left unchanged: all pages: %s', async (isWhole) => {
      const path = emptied(isWhole)
      const log = readFileSync(`${path}-wal`)
      const refused = {
        kind: 'corrupt',
        message: expect.stringMatching(/is empty, but its log .* is not\. Both were left/),
      }
      await expect(createSqliteStore({ path })).rejects.toMatchObject(refused)
      const { problems } = await checkStore({ path })
      expect(problems).toMatchObject([{ kind: 'structure', text: expect.stringContaining('The file is empty') }])
      expect(readFileSync(path)).toHaveLength(0)
      expect(readFileSync(`${path}-wal`).equals(log)).toBe(true)
    })

    test('is repaired from a log that has all pages', async () => {
      const path = emptied(true)
      const { remaining } = await repairStore({ path })
      expect(remaining).toEqual([])
      expect(await contentOf(path)).toEqual(killed.texts)
    })
  },
)

test('a file without any part of a store cannot be repaired', async () => {
  const path = newPath()
  writeFileSync(path, Buffer.alloc(100_000, 'no store'))
  expect((await checkStore({ path })).problems).toMatchObject([{ kind: 'structure', repairable: false }])
  await expect(repairStore({ path })).rejects.toMatchObject({ kind: 'unavailable' })
})

test('a restored backup is not a loss', async () => {
  const path = newPath()
  copyStore(closed.living, path)
  const backup = newPath()
  await writeConversations(backup, { sessions: 1, messages: 5 })
  await restoreStore({ path, from: backup })
  expect(await open(path)).toMatchObject({ told: [], texts: { length: 5 } })
  expect((await checkStore({ path })).problems).toEqual([])
})

test('a restored backup is not a loss for a program that continues to write', async () => {
  const path = newPath()
  copyStore(closed.living, path)
  const backup = newPath()
  await writeConversations(backup, { sessions: 1, messages: 5 })
  {
    await using store = await createSqliteStore({ path })
    await restoreStore({ path, from: backup })
    await store.messages.append('s0', [say('goes on')])
  }
  expect((await open(path)).told).toEqual([])
})

/** Creates a closed store with some of its pages filled with noise. */
function damagedStore(pages: (database: DatabaseSync) => readonly number[]): string {
  const path = newPath()
  copyStore(closed.living, path)
  const database = new DatabaseSync(path, { readOnly: true })
  const damaged = pages(database)
  database.close()
  const bytes = readFileSync(path)
  for (const page of damaged) bytes.fill(0xee, (page - 1) * 4096, page * 4096)
  // So that the start finds the damage.
  writeFileSync(path, bytes)
  writeFileSync(`${path}.damage`, 'It was damaged.\n')
  return path
}

const pagesOf = (name: string) => (database: DatabaseSync) =>
  database
    .prepare("select pageno from dbstat where name = ? and pagetype = 'leaf' order by pageno")
    .all(name)
    .map(({ pageno }) => Number(pageno))

test('what a recovery at the start could not save is reported at each start, until a repair', async () => {
  const path = damagedStore((database) => pagesOf('messages')(database).slice(1, 3))
  const sentence = expect.stringMatching(/^\d+ of 40 messages of session s0 are lost\.$/)
  for (let start = 1; start <= 3; start += 1) {
    const { lost, texts } = await open(path)
    expect(texts.length).toBeLessThan(40)
    expect(lost).toContainEqual(sentence)
  }
  const { problems } = await checkStore({ path })
  expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['lost']))
  expect(problems.map(({ text }) => text)).toContainEqual(sentence)

  expect((await repairStore({ path })).lost).toContainEqual(sentence)
  expect((await checkStore({ path })).problems).toEqual([])
  expect((await open(path)).told).toEqual([])
})

test('a repair reports each loss once', async () => {
  const path = damagedStore((database) => pagesOf('messages')(database).slice(1, 3))
  const { recovery, lost } = await repairStore({ path })
  expect(recovery?.losses).toContainEqual(expect.stringContaining('messages of session s0 are lost'))
  expect(lost.filter((sentence) => recovery?.losses.includes(sentence))).toEqual([])
  expect((await open(path)).told).toEqual([])
})

test('messages that a session counts but does not have are a loss, even after the repair at the start', async () => {
  const path = damagedStore(() => [])
  const database = new DatabaseSync(path)
  database.exec("update sessions set message_count = 45 where id = 's0'")
  database.close()
  for (let start = 1; start <= 2; start += 1) {
    expect((await open(path)).lost).toContain('5 of 45 messages of session s0 are lost.')
  }
})

test('a store whose id was damaged is not mistaken for another one', async () => {
  const path = damagedStore(pagesOf('state_meta'))
  expect((await open(path)).texts).toEqual(closed.texts)
  expect(readdirSync(dirname(path)).filter((name) => name.includes('.damaged-'))).not.toEqual([])
  expect((await open(path)).told).toEqual([])
  expect((await checkStore({ path })).problems).toEqual([])
})
