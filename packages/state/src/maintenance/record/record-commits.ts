import type { Database } from '../../connection/driver/database.js'
import type { FileGuard } from '../../connection/file-guard.js'
import { createReadPosition, type Position } from './position.js'
import { openLogSalts, openRecordFile } from './record-file.js'

/**
 * Records each commit with a new message or work item after it is durable and before it is reported. The record file is
 * not synced, so after a power failure it may be behind the store, but never ahead.
 */
export function recordCommits(guard: FileGuard, database: Database): FileGuard {
  const read = createReadPosition(database)
  const file = openRecordFile(database.name)
  const log = openLogSalts(database.name)
  let recorded: Position = { storeId: '', messages: -1, items: -1 }
  let begun = recorded
  let committed = recorded
  let isReleased = false
  return {
    ...guard,
    beforeCommit() {
      guard.beforeCommit()
      begun = read()
    },
    confirm(isLarge) {
      guard.confirm(isLarge)
      committed = begun
    },
    async acknowledge() {
      await guard.acknowledge()
      if (isSame(committed, recorded)) return
      file.write({ ...committed, atMs: Date.now(), salts: log.read() })
      recorded = committed
    },
    release() {
      if (!isReleased) {
        file.close()
        log.close()
      }
      isReleased = true
      guard.release()
    },
  }
}

function isSame(one: Position, other: Position): boolean {
  return one.messages === other.messages && one.items === other.items && one.storeId === other.storeId
}
