import type { Database } from '../connection/driver/database.js'

/**
 * How long SQLite itself waits for a lock, in milliseconds. This blocks the event loop, so longer waits are left to
 * `RetryWhileLocked`.
 */
export const busyTimeoutMs = 5
/** Size of the page cache, in KiB. The default of 2000 is too small for the search index. */
const cacheKib = 16_000

/** Size of the log in pages at which a commit moves it into the file. With the default of 1000, one in 100 appends would do so. */
const checkpointPages = 4000

/** Sets what a commit survives and how much of the file is kept in memory. */
export function setDurability(database: Database, synchronous: 'FULL' | 'NORMAL'): void {
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  database.pragma(`cache_size = -${cacheKib}`)
}
