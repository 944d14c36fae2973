import type { Database } from 'better-sqlite3'
import { loadDriver } from '../sqlite/load-driver.js'
import { codeOf } from '../sqlite/translate-error.js'
import { isDamage } from './check-pages.js'

/** Whether somebody else has the file open, in this process or another; `unreadable` when SQLite cannot even begin. */
export type Occupancy = 'alone' | 'in-use' | 'unreadable'

/**
 * Finds out who is on the file, and runs `whenAlone` while nobody else can come. Closing it moves what SQLite accepts of the
 * write-ahead log into the file, as any first and last user would.
 */
export async function probe<T>(
  path: string,
  whenAlone: (database: Database) => T,
): Promise<{ readonly occupancy: Occupancy; readonly result?: T }> {
  const Driver = await loadDriver()
  const database = new Driver(path, { fileMustExist: true, timeout: 0 })
  try {
    // In WAL mode this takes the lock that a single user would hold, and leaves the shared index alone.
    database.pragma('locking_mode = exclusive')
    database.exec('begin exclusive; rollback')
    return { occupancy: 'alone', result: whenAlone(database) }
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))) return { occupancy: 'in-use' }
    if (isDamage(error)) return { occupancy: 'unreadable' }
    throw error
  } finally {
    database.close()
  }
}
