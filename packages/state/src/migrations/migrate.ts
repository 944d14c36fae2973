import { StoreError } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'
import { createTransaction } from '../connection/transaction.js'
import { registerRowChecksum } from '../rows/row-checksum.js'
import { registerSearchText } from '../search/to-search-text.js'
import { migrations as known, type Migration } from './migrations.js'

/** Application id of Hermes files ("HRMS"), so that SQLite files of other programs are not modified. */
export const applicationId = 0x48_52_4d_53

/**
 * Rejects a file that this version must not modify, because it belongs to another program or a newer Hermes.
 *
 * @throws {StoreError} `newer-version`, `unavailable`.
 */
export function rejectForeignFile(database: Database, migrations: readonly Migration[] = known): void {
  const path = database.name
  if (!isEmpty(database) && database.pragma('application_id', { simple: true }) !== applicationId) {
    throw new StoreError(
      'unavailable',
      `${path} is a database that was not created by this Hermes: move it away, or set HERMES_HOME to another folder.`,
      holdsSessions(database) ? { remedy: { type: 'import', path } } : {},
    )
  }
  const version = versionOf(database)
  if (version > migrations.length) throw newerVersion(path, version, migrations.length)
}

/** Whether the tables suggest the store of another agent of this kind. */
function holdsSessions(database: Database): boolean {
  const tables = database
    .prepare<[], { name: string }>("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => name)
  return ['sessions', 'messages'].every((name) => tables.includes(name))
}

export function newerVersion(path: string, version: number, newest = known.length): StoreError {
  return new StoreError(
    'newer-version',
    `${path} was written by a newer Hermes (schema ${version}, this one knows ${newest}): update Hermes, or set HERMES_HOME to another folder.`,
  )
}

/**
 * Migrates a file to the current schema in one transaction. Processes that start together take turns.
 *
 * @returns the tags of the applied migrations.
 */
export function migrate(database: Database, migrations: readonly Migration[] = known): readonly string[] {
  if (versionOf(database) === migrations.length) return []
  prepareToMigrate(database)
  return createTransaction(database)(() => applyPending(database, migrations))
}

/** Makes the settings that cannot be changed inside the transaction. */
export function prepareToMigrate(database: Database): void {
  // A migration may rebuild a table, and dropping the old one must not delete the rows that refer to it.
  database.pragma('foreign_keys = OFF')
  registerSearchText(database)
  registerRowChecksum(database)
}

/**
 * Rejects a file that this version can read only after a migration.
 *
 * @throws {StoreError} `unavailable`.
 */
export function requireCurrent(database: Database): void {
  if (versionOf(database) === known.length) return
  throw new StoreError(
    'unavailable',
    `${database.name} was written by an older Hermes and has to be migrated first: open it where it can be written.`,
  )
}

/**
 * Applies the pending migrations. Call it inside a write transaction of a connection that was passed to `prepareToMigrate`.
 *
 * @returns the tags of the applied migrations.
 */
export function applyPending(database: Database, migrations: readonly Migration[] = known): readonly string[] {
  rejectForeignFile(database, migrations)
  const pending = migrations.slice(versionOf(database))
  for (const { sql } of pending) database.exec(sql)
  database.pragma(`application_id = ${applicationId}`)
  database.pragma(`user_version = ${migrations.length}`)
  return pending.map(({ tag }) => tag)
}

export function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/** Whether the file has no content that a migration could lose. */
export function isEmpty(database: Database): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}
