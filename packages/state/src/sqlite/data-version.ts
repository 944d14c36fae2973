import type { Database } from '../connection/driver/database.js'

/** A number that changes when another process or connection writes. Call it inside `read`. */
export type DataVersion = () => number

/** Asks SQLite once per task of the event loop. */
export function createDataVersion(database: Database): DataVersion {
  const select = database.prepare<[], number>('pragma data_version').pluck()
  let version = 0
  let isCurrent = false
  return () => {
    if (isCurrent) return version
    version = select.get() ?? 0
    isCurrent = true
    // After the promises that are settled now, and before anything else can be heard of.
    process.nextTick(() => {
      isCurrent = false
    })
    return version
  }
}
