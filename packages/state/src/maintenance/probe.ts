import type { Database } from 'better-sqlite3'
import { loadDriver } from '../connection/load-driver.js'
import { codeOf } from '../connection/translate-error.js'
import { isDamage } from './check-pages.js'

/** Whether the file is open elsewhere, in this process or another; `unreadable` when SQLite cannot even begin. */
export type Occupancy = 'alone' | 'in-use' | 'unreadable'

/**
 * Finds out whether the file is in use, and runs `whenAlone` while no other process can open it. Closing it moves what SQLite accepts of the
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
