import type { Database } from 'better-sqlite3'
import type { FileGuard } from './file-guard.js'

/** Runs `work` with the right to write: all of it is stored, or none. */
export type Transaction = <T>(work: () => T) => T

/**
 * `database.transaction` of better-sqlite3 does the same, but building one for each write costs more than the write's SQL.
 * @param guard is asked before anything is written, and once more before what was written counts.
 */
export function createTransaction(database: Database, guard?: FileGuard): Transaction {
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  return (work) => {
    begin.run()
    try {
      guard?.check()
      const result = work()
      commit.run()
      guard?.confirm()
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has rolled back itself.
      if (database.inTransaction) rollback.run()
      throw error
    }
  }
}
