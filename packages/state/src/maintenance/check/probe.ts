import type { Database } from '../../connection/driver/database.js'
import { loadDriver } from '../../connection/load-driver.js'
import { codeOf } from '../../connection/translate-error.js'
import { isDamage } from './check-pages.js'

/**
 * Whether another connection, in this process or another one, has the file open. `unreadable` when SQLite cannot open
 * it.
 */
export type Occupancy = 'alone' | 'in-use' | 'unreadable'

/**
 * Checks whether the file is in use, and runs `whenAlone` while no other process can open it. Closing the file
 * checkpoints the part of the write-ahead log that SQLite accepts, as for any first and last user.
 */
export async function probe<T>(
  path: string,
  whenAlone: (database: Database) => T,
): Promise<{ readonly occupancy: Occupancy; readonly result?: T }> {
  const Driver = await loadDriver()
  const database = new Driver(path, { fileMustExist: true, timeout: 0 })
  try {
    // In WAL mode, this takes the exclusive lock without using the shared index.
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
