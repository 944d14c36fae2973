import { resolve } from 'node:path'
import { type SessionStore, silentLogger } from '@hermes/core'
import { createConnection } from '../connection/connection.js'
import type { Database } from '../connection/driver/database.js'
import { createRetryWhileLocked } from '../connection/retry-while-locked.js'
import { translateError } from '../connection/translate-error.js'
import { openExisting } from '../maintenance/files/open-existing.js'
import { rejectForeignFile, requireCurrent } from '../migrations/migrate.js'
import { createStoreOn } from './create-store-on.js'
import { noGuard } from './no-guard.js'
import type { SqliteStoreOptions } from './sqlite-store.js'

export type SqliteReaderOptions = Pick<SqliteStoreOptions, 'path' | 'timeoutMs' | 'services'>

/**
 * Opens the session store in an existing SQLite file for reading on a full disk, where {@link createSqliteStore} cannot
 * open it. Calls that write reject, and a search does not find messages that were never indexed.
 *
 * Other processes cannot use the file until the reader is disposed, because what they would share takes disk space.
 *
 * @throws {StoreError} `not-found`; `unavailable` when another process uses the file, or the file has to be migrated
 * first; `newer-version`; `corrupt`.
 */
export async function createSqliteReader(options: SqliteReaderOptions): Promise<SessionStore> {
  const { timeoutMs = 20_000, services = {} } = options
  const { logger = silentLogger, random = Math.random } = services
  const path = resolve(options.path)
  const retryWhileLocked = createRetryWhileLocked({ path, timeoutMs, random, logger })
  try {
    const database = await openExisting(path)
    try {
      await retryWhileLocked(() => setUp(database))
      return createStoreOn(createConnection(database, retryWhileLocked, noGuard), { logger, random })
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    throw translateError(error, path)
  }
}

/** Sets up the connection. Repeatable, because a step that failed due to a lock is run again. */
function setUp(database: Database): void {
  // The index of the log is then in memory, not in a file that would have to grow.
  database.pragma('locking_mode = EXCLUSIVE')
  database.pragma('query_only = ON')
  rejectForeignFile(database)
  requireCurrent(database)
}
