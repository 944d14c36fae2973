import type { Database } from '../connection/driver/database.js'

/**
 * How long SQLite itself waits for a lock, in milliseconds. That blocks the event loop, so longer waits are left to
 * `RetryWhileLocked`.
 */
export const busyTimeoutMs = 5
/** The default of 2000 is too small for the search index. */
const cacheKib = 16_000

/** The commit that reaches this size of the log moves it into the file. With the default of 1000, one append in 100 does. */
const checkpointPages = 4000

/** What a commit survives, and how much of the file is kept in memory. */
export function setDurability(database: Database, synchronous: 'FULL' | 'NORMAL'): void {
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  database.pragma(`cache_size = -${cacheKib}`)
}
