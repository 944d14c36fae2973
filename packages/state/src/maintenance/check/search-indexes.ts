import type { Database } from '../../connection/driver/database.js'
import { codeOf } from '../../connection/translate-error.js'

/** Lists the full-text indexes of a file of any version. */
export function searchIndexes(database: Database): readonly string[] {
  return database
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and sql like '%using fts5%' order by name`,
    )
    .pluck()
    .all()
}

/** Checks an index against the rows that it indexes. Needs the write lock. */
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
