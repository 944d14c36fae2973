import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../connection/driver/database.js'

/** Progress of a copy, in pages. */
export interface CopyProgress {
  readonly donePages: number
  readonly totalPages: number
}

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  /** Called once, when the target is locked and still has its old content. */
  readonly beforeCopy?: () => void
}

/** Pages per step, about 8 MB: large enough to be fast, small enough not to block the event loop. */
const pagesPerStep = 2000
const retryMs = 10

/**
 * Copies a snapshot of all pages into `target` in one transaction. The source is read in one transaction too, because
 * SQLite would otherwise restart the copy whenever another process writes.
 */
export async function copyDatabase(source: Database, target: string, options: CopyOptions = {}): Promise<void> {
  source.exec('begin')
  try {
    source.prepare('select count(*) from sqlite_schema').get()
    while (!(await attempt(source, target, options))) await sleep(retryMs, undefined, { signal: options.signal })
    options.signal?.throwIfAborted()
  } finally {
    source.exec('rollback')
  }
}

/** @returns `false` when the target was locked. better-sqlite3 then reports an empty copy as finished. */
async function attempt(source: Database, target: string, { signal, onProgress, beforeCopy }: CopyOptions) {
  let isPrepared = false
  const { totalPages } = await source.backup(target, {
    progress({ totalPages, remainingPages }) {
      signal?.throwIfAborted()
      if (!isPrepared) beforeCopy?.()
      isPrepared = true
      onProgress?.({ donePages: totalPages - remainingPages, totalPages })
      return pagesPerStep
    },
  })
  return totalPages > 0
}
