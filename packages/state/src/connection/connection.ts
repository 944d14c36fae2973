import { StoreError } from '@hermes/core'
import type { Database } from './driver/database.js'
import type { FileGuard } from './file-guard.js'
import type { RetryWhileLocked } from './retry-while-locked.js'
import { translateError } from './translate-error.js'
import { createWriteQueue, type WriteOptions } from './write-queue.js'

/** Gives access to the database. Retries while it is locked, keeps the order of writes, and throws {@link StoreError}. */
export interface Connection {
  /** Prepares statements, which run only inside `read` and `write`. */
  readonly database: Database
  /** Runs a single read. */
  read<T>(work: () => T): Promise<T>
  /** Runs one transaction, in the order of the calls. `work` may run more than once. */
  write<T>(work: () => T, options?: WriteOptions): Promise<T>
  /** Runs one write on another connection to the file, in the order of the calls. */
  writeElsewhere<T>(work: () => Promise<T>): Promise<T>
  /** Finishes pending writes, checkpoints the write-ahead log and closes the file. May be called more than once. */
  close(): Promise<void>
  isClosed(): boolean
}

export function createConnection(database: Database, retryWhileLocked: RetryWhileLocked, guard: FileGuard): Connection {
  const queue = createWriteQueue(database, retryWhileLocked, guard)
  let isClosed = false

  const translated = async <T>(outcome: Promise<T>): Promise<T> => {
    try {
      return await outcome
    } catch (error) {
      throw translateError(error, database.name)
    }
  }
  const assertOpen = () => {
    if (isClosed) throw new StoreError('unavailable', 'The session store is closed: open it again to continue.')
  }

  return {
    database,
    read: (work) =>
      translated(
        retryWhileLocked(() => {
          assertOpen()
          return work()
        }),
      ),
    async write(work, options) {
      assertOpen()
      return translated(queue.write(work, options))
    },
    async writeElsewhere(work) {
      assertOpen()
      return translated(queue.writeElsewhere(work))
    },
    async close() {
      isClosed = true
      await queue.idle()
      guard.release()
      // The last process to close a file in WAL mode checkpoints and deletes the log.
      database.close()
    },
    isClosed: () => isClosed,
  }
}
