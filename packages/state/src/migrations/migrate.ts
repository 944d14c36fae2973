import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { registerSearchText } from '../search/to-search-text.js'
import { migrations as known, type Migration } from './migrations.js'

/** Marks the files of Hermes ("HRMS"): other programs keep SQLite files too, and their tables must not be touched. */
export const applicationId = 0x48_52_4d_53

/**
 * Refuses a file that this version must not touch: one of another program, or of a newer Hermes.
 * @throws {StoreError} `newer-version`, `unavailable`.
 */
export function refuseForeignFile(database: Database, migrations: readonly Migration[] = known): void {
  const path = database.name
  if (!isEmpty(database) && database.pragma('application_id', { simple: true }) !== applicationId) {
    throw new StoreError(
      'unavailable',
      `${path} is a database that this Hermes did not make: move it away, or set HERMES_HOME to another folder.`,
    )
  }
  const version = versionOf(database)
  if (version > migrations.length) throw newerVersion(path, version, migrations.length)
}

export function newerVersion(path: string, version: number, newest = known.length): StoreError {
  return new StoreError(
    'newer-version',
    `${path} was written by a newer Hermes (schema ${version}, this one knows ${newest}): update Hermes, or set HERMES_HOME to another folder.`,
  )
}

/**
 * Brings a file to this version's schema, all or nothing. Processes that start at the same time take turns.
 * @returns the tags of the migrations that were applied.
 */
export function migrate(database: Database, migrations: readonly Migration[] = known): readonly string[] {
  if (versionOf(database) === migrations.length) return []
  prepareToMigrate(database)
  return database.transaction(() => applyPending(database, migrations)).immediate()
}

/** What cannot be done once the transaction has begun. */
export function prepareToMigrate(database: Database): void {
  // A migration may rebuild a table: dropping the old one must not take along what points to it.
  database.pragma('foreign_keys = OFF')
  registerSearchText(database)
}

/** For inside of a transaction that may write, of a connection that was prepared for it. */
export function applyPending(database: Database, migrations: readonly Migration[] = known): readonly string[] {
  refuseForeignFile(database, migrations)
  const pending = migrations.slice(versionOf(database))
  for (const { sql } of pending) database.exec(sql)
  database.pragma(`application_id = ${applicationId}`)
  database.pragma(`user_version = ${migrations.length}`)
  return pending.map(({ tag }) => tag)
}

export function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/** Whether there is anything that a migration could lose. */
export function isEmpty(database: Database): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}
