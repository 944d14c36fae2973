import type { Database } from '../connection/driver/database.js'

/**
 * How long SQLite itself waits for a lock, in milliseconds. That blocks the event loop, so longer waits are left to
 * `RetryWhileLocked`.
 */
export const busyTimeoutMs = 5
/** The default of 2000 is too small for the search index. */
const cacheKib = 16_000

/** What a commit survives, and how much of the file is kept in memory. */
export function setDurability(database: Database, synchronous: 'FULL' | 'NORMAL'): void {
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma(`cache_size = -${cacheKib}`)
}
