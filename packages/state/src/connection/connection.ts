import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import type { FileGuard } from './file-guard.js'
import type { Patience } from './retry-while-locked.js'
import { translateError } from './translate-error.js'
import { createWriteQueue } from './write-queue.js'

/** The one way to the database: waits for locks, keeps the order of writes, speaks {@link StoreError}. */
export interface Connection {
  /** For preparing statements; they run inside `read` and `write` only. */
  readonly database: Database
  /** One statement's worth of reading. */
  read<T>(work: () => T): Promise<T>
  /** All or nothing, in the order of the calls. `work` may run more than once. */
  write<T>(work: () => T): Promise<T>
  /** Finishes the writes that were asked for, empties the write-ahead log and closes the file. May be repeated. */
  close(): Promise<void>
  isClosed(): boolean
}

export function createConnection(database: Database, patience: Patience, guard: FileGuard): Connection {
  const queue = createWriteQueue(database, patience, guard)
  let isClosed = false

  const translated = async <T>(outcome: Promise<T>): Promise<T> => {
    try {
      return await outcome
    } catch (error) {
      throw translateError(error, database.name)
    }
  }
  const assertOpen = () => {
    if (isClosed) throw new StoreError('unavailable', 'The session store is closed: open it again to go on.')
  }

  return {
    database,
    read: (work) =>
      translated(
        patience(() => {
          assertOpen()
          return work()
        }),
      ),
    async write(work) {
      assertOpen()
      return translated(queue.write(work))
    },
    async close() {
      isClosed = true
      await queue.idle()
      guard.release()
      // The last process to close a file in WAL mode moves the log into it and removes the log.
      database.close()
    },
    isClosed: () => isClosed,
  }
}
