import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLogger } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { refuseForeignFile } from '../migrations/migrate.js'
import { toSeconds } from '../rows/to-row.js'
import { bringUpToDate } from './bring-up-to-date.js'
import { withCareLock } from './care-lock.js'
import { compressOutputs } from './compress-outputs.js'
import { demandRoom, sizeOf } from './new-file.js'
import { demandStore, withDatabase } from './open-existing.js'
import { searchIndexes } from './search-indexes.js'

export interface OptimizeOptions {
  readonly path: string
  /** Outputs of tools in conversations in which nothing happened for so many days are compressed. Default 30. */
  readonly compressAfterDays?: number
  readonly onProgress?: (step: OptimizeStep) => void
  /** Default `Date.now`. */
  readonly now?: () => number
}

export type OptimizeStep = 'search' | 'compress' | 'vacuum' | 'log'

export interface OptimizeReport {
  /** The file and its write-ahead log. */
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly compressedMessages: number
  /** Whether the file was rewritten, which is done when more than a quarter of it is free. */
  readonly vacuumed: boolean
}

const dayMs = 86_400_000
/** Above this share of free pages the file is rewritten. */
const mostFree = 0.25
const pagesPerMerge = 500

/**
 * Makes the session store smaller and quicker to search; nothing that is stored changes. May run while it is in use: each step
 * blocks other processes only briefly, except for rewriting the file.
 *
 * @throws {StoreError} `not-found` when there is no store; `corrupt`; `full`; `unavailable`.
 */
export async function optimizeStore({ onProgress, ...options }: OptimizeOptions): Promise<OptimizeReport> {
  const path = resolve(options.path)
  demandStore(path)
  const { compressAfterDays = 30, now = Date.now } = options
  const bytesBefore = bytesOf(path)
  await withDatabase(path, {}, (database) => {
    refuseForeignFile(database)
    return bringUpToDate(database, { patience: async (work) => work(), logger: silentLogger })
  })
  const done = await withCareLock(path, () =>
    withDatabase(path, {}, async (database) => {
      onProgress?.('search')
      for (const name of searchIndexes(database)) await mergeIndex(database, name)
      onProgress?.('compress')
      const compressedMessages = await compressOutputs(database, toSeconds(now() - compressAfterDays * dayMs))
      onProgress?.('vacuum')
      const vacuumed = vacuumIfWorthIt(database)
      onProgress?.('log')
      database.pragma('wal_checkpoint(truncate)')
      return { compressedMessages, vacuumed }
    }),
  )
  return { bytesBefore, bytesAfter: bytesOf(path), ...done }
}

/** In small steps, so that others can write in between; https://sqlite.org/fts5.html#the_merge_command says when it is done. */
async function mergeIndex(database: Database, name: string): Promise<void> {
  const merge = database.prepare<[number]>(`insert into "${name}"("${name}", rank) values ('merge', ?)`)
  const changes = database.prepare<[], number>('select total_changes()').pluck()
  for (let pages = -pagesPerMerge; ; pages = pagesPerMerge) {
    const before = changes.get() ?? 0
    merge.run(pages)
    if ((changes.get() ?? 0) - before < 2) return
    await nextTurn()
  }
}

function vacuumIfWorthIt(database: Database): boolean {
  const pages = Number(database.pragma('page_count', { simple: true }))
  const free = Number(database.pragma('freelist_count', { simple: true }))
  if (free <= pages * mostFree) return false
  // The new content stands in a temporary file and in the log before it is in its place.
  demandRoom(database.name, 2 * (pages - free) * Number(database.pragma('page_size', { simple: true })))
  database.exec('vacuum')
  return true
}

function bytesOf(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`)
}
