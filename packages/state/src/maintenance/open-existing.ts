import { existsSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import type { Database, Options } from 'better-sqlite3'
import { identityOf } from '../connection/file-guard.js'
import { loadDriver } from '../connection/load-driver.js'
import { translateError } from '../connection/translate-error.js'
import { sizeOf } from './new-file.js'

/** How long SQLite waits for a lock here, where nothing else needs the event loop. */
const busyTimeoutMs = 20_000

/** @throws {StoreError} `not-found`. */
export function demandStore(path: string): void {
  if (!existsSync(path)) throw new StoreError('not-found', `There is no session store at ${path}.`)
}

/**
 * Opens the file of a store for looking after it.
 * @throws {StoreError} `not-found`.
 */
export async function openExisting(path: string, options: Options = {}): Promise<Database> {
  demandStore(path)
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

/**
 * Like {@link withDatabase}, for reading. A log that its last user left behind stays as it is; else nothing is left behind.
 */
export function withReader<T>(path: string, work: (database: Database) => T | Promise<T>): Promise<T> {
  return withDatabase(path, { readonly: sizeOf(`${path}-wal`) > 0 }, work)
}

/** @throws {StoreError} when both names lead to one file. */
export function demandDifferent(backup: string, store: string): void {
  const [one, other] = [identityOf(backup), identityOf(store)]
  if (!one || one.ino !== other?.ino || one.dev !== other.dev) return
  throw new StoreError('unavailable', `${backup} is the session store itself: name another file.`)
}
