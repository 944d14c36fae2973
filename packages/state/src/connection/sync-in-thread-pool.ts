import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { StoreError } from '@hermes/core'
import type { FileGuard } from './file-guard.js'
import { SyncPace } from './sync-pace.js'

const syncData = promisify(fdatasync)

/**
 * Whether to use {@link syncInThreadPool}. On macOS, Node.js can only flush the cache of the drive, which takes far longer
 * than the sync of SQLite.
 */
export const syncsInThreadPool = process.platform !== 'darwin'

/**
 * Syncs the write-ahead log in the thread pool when the disk is slow, so that the event loop does not wait for it.
 * SQLite must not sync commits itself (`synchronous = NORMAL`); it still syncs the log before moving it into the file.
 *
 * @param path Path of a database that is open in WAL mode and has been read once, so that its log exists.
 */
export function syncInThreadPool(guard: FileGuard, path: string): FileGuard {
  // Windows syncs only files that are open for writing.
  const log = openSync(`${path}-wal`, 'r+')
  let failure: StoreError | undefined
  let isReleased = false
  const pace = new SyncPace()

  async function sync(): Promise<void> {
    if (pace.takeThreadPoolSync()) return syncData(log)
    const startedAt = performance.now()
    fdatasyncSync(log)
    pace.note(performance.now() - startedAt)
  }

  return {
    ...guard,
    check() {
      if (failure) throw failure
      guard.check()
    },
    async acknowledge() {
      await sync().catch((cause: unknown) => {
        // Whether the commit is on the disk is unknown, and a later sync would not tell.
        failure = notSynced(path, cause)
        throw failure
      })
      await guard.acknowledge()
    },
    release() {
      if (!isReleased) closeSync(log)
      isReleased = true
      guard.release()
    },
  }
}

function notSynced(path: string, cause: unknown): StoreError {
  return new StoreError(
    'unavailable',
    `The disk did not confirm a write to ${path}. Nothing more is written to it: check the disk, then restart Hermes.`,
    { cause },
  )
}
