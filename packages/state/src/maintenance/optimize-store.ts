import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StoreError, silentLogger } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'
import { rejectForeignFile } from '../migrations/migrate.js'
import { toSeconds } from '../rows/to-row.js'
import { bringUpToDate } from './bring-up-to-date.js'
import { checkStore } from './check/check-store.js'
import { searchIndexes } from './check/search-indexes.js'
import { compressOutputs } from './compress-outputs.js'
import { dropUnusedTexts } from './drop-unused-texts.js'
import { withMaintenanceLock } from './files/maintenance-lock.js'
import { requireSpace, sizeOf } from './files/new-file.js'
import { requireStore, withDatabase } from './files/open-existing.js'

export interface OptimizeOptions {
  readonly path: string
  /** Number of days of inactivity after which the tool outputs of a conversation are compressed. Default: 30. */
  readonly compressAfterDays?: number
  readonly onProgress?: (step: OptimizeStep) => void
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number
}

export type OptimizeStep = 'search' | 'compress' | 'vacuum' | 'log'

export interface OptimizeReport {
  /** Size of the file and its write-ahead log. */
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly compressedMessages: number
  /** Whether the file was rewritten, which happens when more than a quarter of it is free. */
  readonly vacuumed: boolean
}

const dayMs = 86_400_000
/** Share of free pages above which the file is rewritten. */
const mostFree = 0.25
const pagesPerMerge = 500

/**
 * Makes the session store smaller and faster to search without changing its content. May run while the store is in use:
 * each step blocks other processes only briefly, except for rewriting the file.
 *
 * @throws {StoreError} `not-found` when there is no store; `corrupt`; `full`; `unavailable`.
 */
export async function optimizeStore({ onProgress, ...options }: OptimizeOptions): Promise<OptimizeReport> {
  const path = resolve(options.path)
  requireStore(path)
  const { compressAfterDays = 30, now = Date.now } = options
  await refuseDamage(path)
  const bytesBefore = bytesOf(path)
  await withDatabase(path, {}, (database) => {
    rejectForeignFile(database)
    return bringUpToDate(database, { retryWhileLocked: async (work) => work(), logger: silentLogger })
  })
  const done = await withMaintenanceLock(path, () =>
    withDatabase(path, {}, async (database) => {
      onProgress?.('search')
      for (const name of searchIndexes(database)) await mergeIndex(database, name)
      onProgress?.('compress')
      const compressedMessages = await compressOutputs(database, toSeconds(now() - compressAfterDays * dayMs))
      dropUnusedTexts(database)
      onProgress?.('vacuum')
      const vacuumed = vacuumIfWorthIt(database)
      onProgress?.('log')
      database.pragma('wal_checkpoint(truncate)')
      return { compressedMessages, vacuumed }
    }),
  )
  return { bytesBefore, bytesAfter: bytesOf(path), ...done }
}

/** Rejects a damaged file, because rewriting damaged rows would make it harder to repair them. */
async function refuseDamage(path: string): Promise<void> {
  const { problems } = await checkStore({ path, depth: 'quick' })
  const damage = problems.find(({ kind }) => kind !== 'lost')
  if (damage)
    throw new StoreError('corrupt', `${path} is damaged and was not changed (${damage.text}): repair it first.`)
}

/**
 * Merges in small steps, so that other processes can write in between. https://sqlite.org/fts5.html#the_merge_command
 * describes when the merge is complete.
 */
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
  // VACUUM writes the content to a temporary file and to the log before it replaces the file.
  requireSpace(database.name, 2 * (pages - free) * Number(database.pragma('page_size', { simple: true })))
  database.exec('vacuum')
  return true
}

function bytesOf(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`)
}
