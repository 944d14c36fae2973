import type { Database } from 'better-sqlite3'
import type { FileGuard } from '../connection/file-guard.js'
import { codeOf } from '../connection/translate-error.js'
import { sizeOf } from './new-file.js'

const mostBytes = 32 * 1024 * 1024
const commitsPerLook = 64

/**
 * Keeps the write-ahead log small while several processes write without a pause: SQLite itself restarts it only in a moment
 * without readers or writers, which may never come. This waits for one, for milliseconds, and tries again later.
 */
export function withLogBound(guard: FileGuard, database: Database): FileGuard {
  let commits = 0
  return {
    check: guard.check,
    confirm() {
      guard.confirm()
      if (++commits % commitsPerLook !== 0) return
      if (sizeOf(`${database.name}-wal`) < mostBytes) return
      attempt(() => database.pragma('wal_checkpoint(truncate)'))
    },
    release: guard.release,
  }
}

/** What was committed is committed: a disk that is in trouble shows itself in the next write. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_')) throw error
  }
}
