import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewMessage } from '@hermes/core'
import { afterAll, expect, test, vi } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { createSqliteStore, type SqliteStoreOptions } from './sqlite-store.js'

const root = mkdtempSync(join(tmpdir(), 'hermes-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => join(root, `${randomUUID()}.db`)

const say = (content: string): NewMessage => ({ message: { role: 'user', content }, timestampMs: 1 })

/** Opens a store with one session, and a second connection like that of another process. */
async function lockable(options: Partial<SqliteStoreOptions> = {}) {
  const path = newPath()
  const store = await createSqliteStore({ path, ...options })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  const other = new Driver(path)
  const contents = async () => (await store.messages.load('s')).map(({ message }) => message.content)
  return { store, other, contents }
}

test('writes wait for a lock and keep their order, but reads do not wait', async () => {
  // The first wait is the longest. Without a queue, the later writes would overtake it.
  const rolls = [0.99]
  const random = () => rolls.pop() ?? 0
  const { store, other, contents } = await lockable({ services: { random } })
  other.exec('begin immediate')
  const writes = ['1', '2', '3'].map((text) => store.messages.append('s', [say(text)]))
  expect(await contents()).toEqual([])
  other.exec('commit')
  await Promise.all(writes)
  expect(await contents()).toEqual(['1', '2', '3'])
  other.close()
  await store[Symbol.asyncDispose]()
})

test('disposing waits for a write that waits for a lock', async () => {
  const { store, other } = await lockable()
  other.exec('begin immediate')
  const write = store.messages.append('s', [say('kept')])
  const disposed = store[Symbol.asyncDispose]()
  other.exec('commit')
  await disposed
  await write
  expect(other.prepare('select content from messages').pluck().all()).toEqual(['kept'])
  other.close()
})

test('gives up after the timeout, changes nothing, and works afterwards', async () => {
  const { store, other, contents } = await lockable({ timeoutMs: 0 })
  other.exec('begin immediate')
  const write = store.messages.append('s', [say('lost')])
  await expect(write).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining(other.name) })
  other.exec('commit')
  await store.messages.append('s', [say('stored')])
  expect(await contents()).toEqual(['stored'])
  other.close()
  await store[Symbol.asyncDispose]()
})

test('opening a file that stays locked fails with a clear error', async () => {
  const path = newPath()
  const other = new Driver(path)
  other.exec('begin exclusive')
  await expect(createSqliteStore({ path, timeoutMs: 0 })).rejects.toMatchObject({ kind: 'unavailable' })
  other.exec('rollback')
  other.close()
  await using store = await createSqliteStore({ path })
  expect(await store.sessions.find()).toEqual([])
})

test('retries after random delays and logs once that it is waiting', async () => {
  const random = vi.fn(() => 0)
  const log = vi.fn()
  const path = newPath()
  await using store = await createSqliteStore({ path, services: { random, logger: { log } } })
  const other = new Driver(path)
  other.exec('begin immediate')
  log.mockClear()
  expect(random).not.toHaveBeenCalled()

  const write = store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  await expect.poll(() => log.mock.calls.length).toBe(1)
  const rollsSoFar = random.mock.calls.length
  await expect.poll(() => random.mock.calls.length).toBeGreaterThan(rollsSoFar + 1)
  other.exec('commit')
  other.close()

  expect(await write).toMatchObject({ id: 's' })
  expect(log.mock.calls).toEqual([['warn', expect.stringContaining('waiting for another process'), { path }]])
})
