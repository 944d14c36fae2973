import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupStore, checkStore, createSqliteStore, restoreStore } from '@hermes/state'
import { expect, test, vi } from 'vitest'
import { say, storeFolder, textsOf, writeConversations } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()

test('writes a backup as one private file with all data', async () => {
  const path = newPath()
  const texts = await writeConversations(path)
  const target = join(dirname(path), 'copy.db')
  const progress: number[] = []
  const { bytes } = await backupStore({ path, target, onProgress: ({ donePages }) => progress.push(donePages) })
  expect(bytes).toBe(statSync(target).size)
  expect(statSync(target).mode & 0o777).toBe(0o600)
  expect(progress.length).toBeGreaterThan(0)
  expect(readdirSync(dirname(path)).sort()).toEqual(['copy.db', 'state.db', 'state.db.record'])
  expect(await textsOf(target)).toEqual(texts)
})

test('takes a consistent snapshot during writes', async () => {
  const path = newPath()
  await writeConversations(path, { sessions: 2, messages: 200 })
  await using store = await createSqliteStore({ path })
  let isDone = false
  const writing = (async () => {
    // Both in one append: a copy has both or neither.
    while (!isDone) await store.messages.append('s0', [say('left'), say('right')])
  })()
  const target = `${path}.copy`
  await backupStore({ path, target })
  isDone = true
  await writing
  expect((await checkStore({ path: target })).problems).toEqual([])
  const copied = (await textsOf(target)).s0 ?? []
  expect(copied.filter((text) => text === 'left')).toHaveLength(copied.filter((text) => text === 'right').length)
})

test('leaves nothing behind when aborted, and keeps an earlier file', async () => {
  const path = newPath()
  await writeConversations(path, { sessions: 3, messages: 300 })
  const target = `${path}.copy`
  writeFileSync(target, 'the last one')
  const controller = new AbortController()
  const backup = backupStore({ path, target, signal: controller.signal, onProgress: () => controller.abort() })
  await expect(backup).rejects.toMatchObject({ name: 'AbortError' })
  expect(readFileSync(target, 'utf8')).toBe('the last one')
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db.copy', 'state.db.record'])
})

test("rejects a damaged store, a missing one and another program's file", async () => {
  const path = newPath()
  await expect(backupStore({ path, target: `${path}.copy` })).rejects.toMatchObject({ kind: 'not-found' })
  const foreign = newPath()
  const database = new DatabaseSync(foreign)
  database.exec('create table notes (text)')
  database.close()
  await expect(backupStore({ path: foreign, target: `${foreign}.copy` })).rejects.toMatchObject({ kind: 'unavailable' })
  await writeConversations(path)
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xee, 20 * 4096, 24 * 4096))
  await expect(backupStore({ path, target: `${path}.copy` })).rejects.toMatchObject({ kind: 'corrupt' })
  await expect(backupStore({ path, target: path })).rejects.toMatchObject({ kind: 'unavailable' })
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db.record'])
})

test('restores a backup while the store is in use, and reports the changes', async () => {
  const path = newPath()
  const texts = await writeConversations(path, { sessions: 3, messages: 20 })
  const target = `${path}.copy`
  await backupStore({ path, target })
  await using store = await createSqliteStore({ path })
  await store.sessions.delete('s1')
  await store.sessions.create({ id: 'new', source: 'cli', startedAtMs: 1 })
  await store.messages.append('new', [say('after the backup')])
  await store.messages.append('s0', [say('after the backup, too')])

  const report = await restoreStore({ path, from: target })

  expect(report).toMatchObject({
    before: { sessions: 3, messages: 42 },
    after: { sessions: 3, messages: 60 },
    lost: { sessions: 1, messages: 2 },
    gained: { sessions: 1, messages: 20 },
  })
  expect((await store.messages.load('s1')).map(({ message }) => message.content)).toEqual(texts.s1)
  expect(await store.sessions.get('new')).toBeUndefined()
  await store.messages.append('s1', [say('goes on')])
  expect(await textsOf(report.keptAt ?? '')).toMatchObject({ new: ['after the backup'] })
  expect((await checkStore({ path })).problems).toEqual([])
})

test('creates a missing store on restore, and replaces an unreadable one', async () => {
  const path = newPath()
  const texts = await writeConversations(path)
  const from = `${path}.copy`
  await backupStore({ path, target: from })
  const fresh = newPath()
  expect(await restoreStore({ path: fresh, from })).toEqual({ after: { sessions: 4, messages: 200 } })
  expect(await textsOf(fresh)).toEqual(texts)
  writeFileSync(path, readFileSync(path).fill(0x5a, 0, 4096))
  const { keptAt, lost } = await restoreStore({ path, from })
  expect(lost).toBeUndefined()
  expect(readFileSync(keptAt ?? '')[0]).toBe(0x5a)
  expect(await textsOf(path)).toEqual(texts)
})

test('changes nothing for an invalid backup', async () => {
  const path = newPath()
  const texts = await writeConversations(path)
  const from = `${path}.copy`
  const change = (sql: string) => {
    const database = new DatabaseSync(from)
    database.exec(sql)
    database.close()
  }
  const refusal = async (spoil: () => void) => {
    await backupStore({ path, target: from })
    spoil()
    return restoreStore({ path, from }).catch((error: unknown) => error)
  }
  const cut = () => writeFileSync(from, readFileSync(from).subarray(0, 20 * 4096))
  const overwritten = () => writeFileSync(from, readFileSync(from).fill(0x11, 30 * 4096, 40 * 4096))
  const trap = 'create trigger trap after insert on messages begin delete from sessions; end'
  expect(await refusal(cut)).toMatchObject({ kind: 'corrupt' })
  expect(await refusal(overwritten)).toMatchObject({ kind: 'corrupt' })
  expect(await refusal(() => change(trap))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('trap'),
  })
  expect(await refusal(() => change('pragma user_version = 99'))).toMatchObject({ kind: 'newer-version' })
  expect(await refusal(() => change('pragma application_id = 7'))).toMatchObject({ kind: 'unavailable' })
  expect(await refusal(() => writeFileSync(from, ''))).toMatchObject({ kind: 'unavailable' })
  await expect(restoreStore({ path, from: `${path}.none` })).rejects.toMatchObject({ kind: 'not-found' })
  await expect(restoreStore({ path, from: path })).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await textsOf(path)).toEqual(texts)
  expect(readdirSync(dirname(path)).filter((name) => name.includes('draft') || name.includes('replaced'))).toEqual([])
})
