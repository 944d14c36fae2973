import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'

/** How far a copy is, in pages of the file. */
export interface CopyProgress {
  readonly donePages: number
  readonly totalPages: number
}

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  /** Called once, when no other process can write to the target and its content is still the old one. */
  readonly beforeCopy?: () => void
}

/** About 8 MB: long enough to be quick, short enough for the event loop. */
const pagesPerStep = 2000
const retryMs = 10

/**
 * Copies all pages into `target` in one transaction there, as they are at one moment. Others may write to the source
 * meanwhile: a copy that began again whenever they do would never end.
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

/** @returns false when the target was locked: better-sqlite3 then reports a finished copy of nothing. */
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
