import type { Database } from '../connection/driver/database.js'
import type { FileGuard } from '../connection/file-guard.js'
import { codeOf } from '../connection/translate-error.js'
import { sizeOf } from './files/new-file.js'

const mostBytes = 32 * 1024 * 1024
const commitsPerLook = 64

/**
 * Bounds the write-ahead log while several processes write continuously. SQLite restarts the log only at a moment
 * without readers and writers, which may never come, so this waits a few milliseconds for such a moment and retries later.
 */
export function withLogBound(guard: FileGuard, database: Database): FileGuard {
  let commits = 0
  return {
    ...guard,
    confirm(isLarge) {
      guard.confirm(isLarge)
      commits += 1
      if (!isLarge && commits % commitsPerLook !== 0) return
      if (sizeOf(`${database.name}-wal`) < mostBytes) return
      attempt(() => database.pragma('wal_checkpoint(truncate)'))
    },
  }
}

/** Runs `work` and ignores SQLite errors. The transaction is already committed, and a disk problem will fail the next write. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_')) throw error
  }
}
