import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { loadDriver } from '../connection/load-driver.js'
import { makePrivateFile } from '../connection/private-file.js'
import { codeOf } from '../connection/translate-error.js'
import { dropAbandonedDrafts } from './new-file.js'
import { sideFiles } from './side-files.js'

/** How long to wait for another process that looks after the same file. A recovery takes a while. */
const patienceMs = 120_000
const intervalMs = 25

/**
 * Runs `work` while no other process looks after this store. It does not keep out those that only use it. The lock is one of
 * SQLite's on an empty file beside the store: it ends with the process that holds it, however that ends.
 */
export async function withCareLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const Driver = await loadDriver()
  makePrivateFile(sideFiles.lock(path))
  const lock = new Driver(sideFiles.lock(path), { timeout: 0 })
  try {
    await acquire(lock, path, signal)
    dropAbandonedDrafts(path)
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(lock: Database, path: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    signal?.throwIfAborted()
    try {
      lock.pragma('journal_mode = memory')
      lock.exec('begin exclusive')
      return
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error
      if (performance.now() > deadline) {
        throw new StoreError('unavailable', `Another process looks after ${path}: wait for its end, then try again.`, {
          cause: error,
        })
      }
    }
    await sleep(intervalMs, undefined, { signal })
  }
}
