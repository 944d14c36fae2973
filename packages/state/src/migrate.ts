import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { migrations as known, type Migration } from './migrations.js'

/** Marks the files of Hermes ("HRMS"): other programs keep SQLite files too, and their tables must not be touched. */
const applicationId = 0x48_52_4d_53

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
  if (version <= migrations.length) return
  throw new StoreError(
    'newer-version',
    `${path} was written by a newer Hermes (schema ${version}, this one knows ${migrations.length}): update Hermes, or set HERMES_HOME to another folder.`,
  )
}

/**
 * Brings a file to this version's schema, all or nothing. Processes that start at the same time take turns.
 * @returns the tags of the migrations that were applied.
 */
export function migrate(database: Database, migrations: readonly Migration[] = known): readonly string[] {
  if (versionOf(database) === migrations.length) return []
  // A migration may rebuild a table: dropping the old one must not take along what points to it.
  database.pragma('foreign_keys = OFF')
  return database
    .transaction(() => {
      refuseForeignFile(database, migrations)
      const pending = migrations.slice(versionOf(database))
      for (const { sql } of pending) database.exec(sql)
      database.pragma(`application_id = ${applicationId}`)
      database.pragma(`user_version = ${migrations.length}`)
      return pending.map(({ tag }) => tag)
    })
    .immediate()
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

function isEmpty(database: Database): boolean {
  return database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
}
