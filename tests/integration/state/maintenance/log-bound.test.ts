import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteStore } from '@hermes/state'
import { expect, test, vi } from 'vitest'
import { say, storeFolder } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()
const bound = 64 * 1024 * 1024

test('truncates the log when no reader needs it anymore', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path, synchronous: 'NORMAL' })
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
  // A reader of an old snapshot prevents SQLite from restarting the log.
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from messages').get()
  const long = say('x'.repeat(500_000))
  while (statSync(`${path}-wal`).size < bound) await store.messages.append('s', [long])
  reader.exec('commit')
  reader.close()
  for (let number = 0; number < 130; number++) await store.messages.append('s', [say('short')])
  expect(statSync(`${path}-wal`).size).toBeLessThan(bound / 2)
})

test('keeps the log small during continuous writes', async () => {
  const path = newPath()
  const stores = await Promise.all([1, 2, 3].map(() => createSqliteStore({ path, synchronous: 'NORMAL' })))
  let largest = 0
  await Promise.all(
    stores.map(async (store, slot) => {
      await store.sessions.create({ id: `s${slot}`, source: 'cli', startedAtMs: 1 })
      for (let number = 0; number < 150; number++) {
        await store.messages.append(`s${slot}`, [say('x'.repeat(200_000))])
        largest = Math.max(largest, statSync(`${path}-wal`).size)
      }
    }),
  )
  for (const store of stores) await store[Symbol.asyncDispose]()
  expect(largest).toBeLessThan(bound)
})
