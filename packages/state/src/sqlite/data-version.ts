import type { Database } from '../connection/driver/database.js'

/** Returns a number that changes when another process or connection writes. Call it inside `read`. */
export type DataVersion = () => number

/** Creates a function that queries SQLite once per task of the event loop. */
export function createDataVersion(database: Database): DataVersion {
  const select = database.prepare<[], number>('pragma data_version').pluck()
  let version = 0
  let isCurrent = false
  return () => {
    if (isCurrent) return version
    version = select.get() ?? 0
    isCurrent = true
    // Runs after the promises that are already settled, and before any other event.
    process.nextTick(() => {
      isCurrent = false
    })
    return version
  }
}
