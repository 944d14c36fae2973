import type { Database } from './driver/database.js'
import type { FileGuard } from './file-guard.js'

/** Runs `work` in a write transaction. */
export type Transaction = <T>(work: () => T) => T

/**
 * @param guard Checked before the first write and after the commit.
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
      guard?.beforeCommit()
      commit.run()
      guard?.confirm()
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (database.inTransaction) rollback.run()
      throw error
    }
  }
}
