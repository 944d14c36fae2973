import type { Database } from 'better-sqlite3'
import { codeOf } from '../connection/translate-error.js'

/** The full-text indexes of a file, whatever this version has. */
export function searchIndexes(database: Database): readonly string[] {
  return database
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and sql like '%using fts5%' order by name`,
    )
    .pluck()
    .all()
}

/** Whether an index is whole and agrees with the rows that it is of. Takes the right to write. */
export function isSearchIndexSound(database: Database, name: string): boolean {
  try {
    database.exec(`insert into "${name}"("${name}", rank) values ('integrity-check', 1)`)
    return true
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_CORRUPT')) return false
    throw error
  }
}

export function rebuildSearchIndex(database: Database, name: string): void {
  database.exec(`insert into "${name}"("${name}") values ('rebuild')`)
}
