import type { Database } from './driver/database.js'
import type { FileGuard } from './file-guard.js'

/**
 * Runs `work` in a write transaction.
 *
 * @param isVolatile Whether the commit counts without {@link FileGuard.confirm}. Default: false.
 */
export type Transaction = <T>(work: () => T, isVolatile?: boolean) => T

/** @param guard Checked before the first write, and after the commit of writes that are not volatile. */
export function createTransaction(database: Database, guard?: FileGuard): Transaction {
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  return (work, isVolatile = false) => {
    begin.run()
    try {
      guard?.check()
      const result = work()
      if (!isVolatile) guard?.beforeCommit()
      commit.run()
      if (!isVolatile) guard?.confirm()
      return result
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (database.inTransaction) rollback.run()
      throw error
    }
  }
}
