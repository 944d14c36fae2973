import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { loadDriver } from '../../connection/load-driver.js'
import { makePrivateFile } from '../../connection/private-file.js'
import { codeOf } from '../../connection/translate-error.js'
import { dropAbandonedDrafts } from './new-file.js'
import { sideFiles } from './side-files.js'

/** How long to wait for the maintenance of another process, in milliseconds. A recovery takes a while. */
const timeoutMs = 120_000
const intervalMs = 25

/**
 * Runs `work` while holding the maintenance lock of a store, which normal readers and writers do not take. It is a
 * SQLite lock on an empty file next to the store, so it is released when the process exits or crashes.
 */
export async function withMaintenanceLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
  const deadline = performance.now() + timeoutMs
  for (;;) {
    signal?.throwIfAborted()
    try {
      lock.pragma('journal_mode = memory')
      lock.exec('begin exclusive')
      return
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error
      if (performance.now() > deadline) {
        throw new StoreError(
          'unavailable',
          `Another process is maintaining ${path}: wait until it has finished, then try again.`,
          {
            cause: error,
          },
        )
      }
    }
    await sleep(intervalMs, undefined, { signal })
  }
}
