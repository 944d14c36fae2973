import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import type { Patience } from './patience.js'
import { createTransaction } from './transaction.js'
import { translateError } from './translate-error.js'

/** The one way to the database: waits for locks, keeps the order of writes, speaks {@link StoreError}. */
export interface Connection {
  /** For preparing statements; they run inside `read` and `write` only. */
  readonly database: Database
  /** One statement's worth of reading. */
  read<T>(work: () => T): Promise<T>
  /** One transaction, all or nothing, in the order of the calls. `work` may run more than once. */
  write<T>(work: () => T): Promise<T>
  /** Finishes the writes that were asked for, empties the write-ahead log and closes the file. May be repeated. */
  close(): Promise<void>
}

export function createConnection(database: Database, patience: Patience): Connection {
  const transaction = createTransaction(database)
  let isClosed = false
  let lastWrite: Promise<unknown> = Promise.resolve()

  const attempt = async <T>(work: () => T): Promise<T> => {
    try {
      return await patience(work)
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
      attempt(() => {
        assertOpen()
        return work()
      }),
    async write(work) {
      assertOpen()
      // A write that waits for a lock holds back those that were asked for after it, or they would overtake it.
      const result = lastWrite.then(() => attempt(() => transaction(work)))
      lastWrite = result.then(ignore, ignore)
      return result
    },
    async close() {
      isClosed = true
      await lastWrite
      // The last process to close a file in WAL mode moves the log into it and removes the log.
      database.close()
    },
  }
}

/** The outcome belongs to the caller of that write; the next one only waits for its end. */
const ignore = (): void => undefined
