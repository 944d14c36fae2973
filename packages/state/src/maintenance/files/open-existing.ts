import { existsSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import type { Database, OpenOptions } from '../../connection/driver/database.js'
import { identityOf } from '../../connection/file-guard.js'
import { loadDriver } from '../../connection/load-driver.js'
import { translateError } from '../../connection/translate-error.js'
import { requirePages } from './empty-beside-log.js'
import { sizeOf } from './new-file.js'

/** How long SQLite waits for a lock, in milliseconds. It may block, because maintenance does nothing else in the meantime. */
const busyTimeoutMs = 20_000

/** Ensures that the store exists. @throws {StoreError} `not-found`. */
export function requireStore(path: string): void {
  if (!existsSync(path)) throw new StoreError('not-found', `There is no session store at ${path}.`)
}

/**
 * Opens the file of a store for maintenance.
 *
 * @throws {StoreError} `not-found`; `corrupt` when the file is empty and its log is not.
 */
export async function openExisting(path: string, options: OpenOptions = {}): Promise<Database> {
  requireStore(path)
  requirePages(path)
  const Driver = await loadDriver()
  return new Driver(path, { fileMustExist: true, timeout: busyTimeoutMs, ...options })
}

/**
 * Opens the file of a store, runs `work` and closes the file.
 *
 * @throws {StoreError} SQLite errors are translated.
 */
export async function withDatabase<T>(
  path: string,
  options: OpenOptions,
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

/** Like {@link withDatabase}, but read-only. Keeps a log left by its last user, and leaves no other file behind. */
export function withReader<T>(path: string, work: (database: Database) => T | Promise<T>): Promise<T> {
  return withDatabase(path, { readonly: sizeOf(`${path}-wal`) > 0 }, work)
}

/** Ensures that a backup is not the store itself. @throws {StoreError} when both paths lead to the same file. */
export function requireDifferent(backup: string, store: string): void {
  const [one, other] = [identityOf(backup), identityOf(store)]
  if (!one || one.ino !== other?.ino || one.dev !== other.dev) return
  throw new StoreError('unavailable', `${backup} is the session store itself: choose another file.`)
}
