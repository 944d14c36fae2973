import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreatedStore, sessionStoreContract, workQueueContract } from '@hermes/testkit/contracts'
import { afterAll, expect, test, vi } from 'vitest'
import { damageItem } from '../../testing/damage-item.js'
import { checkStore } from '../maintenance/check/check-store.js'
import { backupStore } from '../maintenance/copy/backup-store.js'
import { restoreStore } from '../maintenance/repair/restore-store.js'
import { createSqliteStore } from './sqlite-store.js'

// Simulates a Node.js with an older SQLite.
vi.mock('../connection/load-driver.js', () => ({
  loadDriver: async () => (await import('better-sqlite3')).default,
}))

const root = mkdtempSync(join(tmpdir(), 'hermes-better-sqlite3-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => join(root, randomUUID(), 'state.db')

async function create(): Promise<CreatedStore> {
  const path = newPath()
  return {
    store: await createSqliteStore({ path }),
    reopen: () => createSqliteStore({ path }),
    damageItem: (ref) => damageItem(path, ref),
  }
}

sessionStoreContract({ name: 'sqlite by better-sqlite3', create })

workQueueContract({ name: 'sqlite by better-sqlite3', create })

test('checks, backs up and restores a store with better-sqlite3', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  await store.sessions.create({ id: 'kept', source: 'cli', startedAtMs: 1 })
  await backupStore({ path, target: `${path}.copy` })
  await store.sessions.create({ id: 'later', source: 'cli', startedAtMs: 2 })
  await restoreStore({ path, from: `${path}.copy` })
  expect((await store.sessions.find()).map(({ id }) => id)).toEqual(['kept'])
  expect((await checkStore({ path })).problems).toEqual([])
})
