import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NodeDatabase } from './driver/node-database.js'
import type { FileGuard } from './file-guard.js'
import { syncInThreadPool } from './sync-in-thread-pool.js'
import { createWriteQueue } from './write-queue.js'

const acknowledged: string[] = []
const inner: FileGuard = {
  check: () => undefined,
  beforeCommit: () => undefined,
  confirm: () => undefined,
  acknowledge: async () => void acknowledged.push('told'),
  release: () => undefined,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-sync-'))
  acknowledged.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

test('syncs the log before a commit is reported', async () => {
  const path = join(folder, 'state.db')
  writeFileSync(`${path}-wal`, 'log')
  const guard = syncInThreadPool(inner, path)
  await guard.acknowledge()
  expect(acknowledged).toEqual(['told'])
  guard.release()
  await expect(guard.acknowledge()).rejects.toMatchObject({ kind: 'unavailable', cause: { code: 'EBADF' } })
})

test.runIf(process.platform === 'linux')('after a failed sync, the write and all later ones are refused', async () => {
  const path = join(folder, 'state.db')
  // This device cannot be synced.
  symlinkSync('/dev/null', `${path}-wal`)
  const database = new NodeDatabase(':memory:')
  database.exec('create table said (text)')
  const insert = database.prepare('insert into said values (?)')
  const queue = createWriteQueue(database, async (work) => work(), syncInThreadPool(inner, path))
  const refusal = { kind: 'unavailable', message: expect.stringContaining('did not confirm') }
  await expect(queue.write(() => insert.run('first'))).rejects.toMatchObject(refusal)
  await expect(queue.write(() => insert.run('second'))).rejects.toMatchObject(refusal)
  expect(acknowledged).toEqual([])
  expect(database.prepare('select text from said').pluck().all()).toEqual(['first'])
  database.close()
})
