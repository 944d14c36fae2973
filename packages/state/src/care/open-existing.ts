import { existsSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import type { Database, Options } from 'better-sqlite3'
import { loadDriver } from '../load-driver.js'
import { translateError } from '../translate-error.js'

/** How long SQLite waits for a lock here, where nobody else waits for the event loop. */
const busyTimeoutMs = 20_000

/**
 * Opens the file of a store for looking after it.
 * @throws {StoreError} `not-found`.
 */
export async function openExisting(path: string, options: Options = {}): Promise<Database> {
  if (!existsSync(path)) throw new StoreError('not-found', `There is no session store at ${path}.`)
  const Driver = await loadDriver()
  return new Driver(path, { fileMustExist: true, timeout: busyTimeoutMs, ...options })
}

/**
 * Runs `work` on the file of a store and closes it.
 * @throws {StoreError} also for what SQLite raises.
 */
export async function withDatabase<T>(
  path: string,
  options: Options,
  work: (database: Database) => T | Promise<T>,
): Promise<T> {
  try {
    const database = await openExisting(path, options)
    try {
      return await work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    throw translateError(error, path)
  }
}
