import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { loadDriver } from '../connection/load-driver.js'
import { withCareLock } from './care-lock.js'
import { type CopyProgress, copyDatabase } from './copy-database.js'
import { countAll, type StoreCounts } from './count-all.js'
import { demandRoom, makeEmptyFile, sizeOf, withScratchFile } from './new-file.js'
import { demandDifferent, demandStore, withDatabase, withReader } from './open-existing.js'
import { readBackup } from './read-backup.js'
import { settleRecovery } from './recover/settle-recovery.js'
import { keptName, sideFiles } from './side-files.js'
import { demandAlone, unmark } from './take-over.js'

export interface RestoreOptions {
  /** The session store. It may be in use: its content is replaced in one step, as those who use it see it. */
  readonly path: string
  /** The backup, which is only read. */
  readonly from: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface RestoreReport {
  /** Where the former content is kept; absent when there was none. */
  readonly keptAt?: string
  readonly before?: StoreCounts
  readonly after: StoreCounts
  /** What was there before and is no longer; absent when the former content could not be read. */
  readonly lost?: StoreCounts
  readonly gained?: StoreCounts
}

/**
 * Replaces the content of the session store with that of a backup, all or nothing. The backup is verified first and brought
 * to this version's schema; the former content is kept beside the store as `state.db.replaced-<time>`.
 *
 * @throws {StoreError} `not-found` when there is no such backup; `corrupt` when it is damaged; `newer-version`; `full`;
 * `unavailable` when it is not a store of Hermes. The store is then as it was. `signal.reason` when aborted.
 */
export async function restoreStore({ signal, onProgress, ...options }: RestoreOptions): Promise<RestoreReport> {
  const path = resolve(options.path)
  const from = resolve(options.from)
  demandStore(from)
  demandDifferent(from, path)
  const restore = () =>
    withScratchFile(path, async (scratch) => {
      settleRecovery(path)
      demandRoom(path, 3 * sizeOf(from) + sizeOf(path))
      await readBackup(from, scratch, signal)
      const target = { path, scratch, ...(signal && { signal }), ...(onProgress && { onProgress }) }
      return (await replaceContent(target)) ?? (await replaceFile(target))
    })
  return withCareLock(path, restore, signal)
}

interface Replacement {
  readonly path: string
  /** A sound store of this version, in a private temporary file. */
  readonly scratch: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

/** @returns undefined when there is no file, or none that SQLite can work with. */
async function replaceContent({ path, scratch, ...options }: Replacement): Promise<RestoreReport | undefined> {
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0) return undefined
  const Driver = await loadDriver()
  const kept = keptName(path, 'replaced', new Date())
  const keep = () => {
    makeEmptyFile(kept)
    const database = new Driver(path, { readonly: true })
    try {
      database.prepare('vacuum into ?').run(kept)
    } finally {
      database.close()
    }
  }
  try {
    await withReader(scratch, (source) => copyDatabase(source, path, { ...options, beforeCopy: keep }))
  } catch (error) {
    rmSync(kept, { force: true })
    if (StoreError.is(error) && error.kind === 'corrupt') return undefined
    throw error
  }
  await withDatabase(path, {}, emptyLog)
  unmark(path)
  return { keptAt: kept, ...(await withReader(kept, (old) => compare(old, scratch))) }
}

/** No process can work with this file; one that has it open notices that it was replaced. */
async function replaceFile({ path, scratch }: Replacement): Promise<RestoreReport> {
  const after = await withReader(scratch, countAll)
  if (existsSync(path)) await demandAlone(path)
  renameSync(scratch, sideFiles.recovered(path))
  const keptAt = settleRecovery(path)
  return { ...(keptAt !== undefined && existsSync(keptAt) && { keptAt }), after }
}

async function emptyLog(database: Database): Promise<void> {
  database.pragma('synchronous = full')
  database.pragma('wal_checkpoint(truncate)')
}

function compare(old: Database, now: string): Required<Omit<RestoreReport, 'keptAt'>> {
  old.prepare('attach database ? as now').run(now)
  const count = (sql: string) => old.prepare<[], number>(`select count(*) from ${sql}`).pluck().get() ?? 0
  const without = (one: string, other: string): StoreCounts => ({
    sessions: count(`${one}.sessions where id not in (select id from ${other}.sessions)`),
    messages: count(
      `${one}.messages a where not exists
        (select 1 from ${other}.messages b where b.id = a.id and b.session_id = a.session_id and b.timestamp = a.timestamp)`,
    ),
  })
  const all = (name: string): StoreCounts => ({
    sessions: count(`${name}.sessions`),
    messages: count(`${name}.messages`),
  })
  return { before: all('main'), after: all('now'), lost: without('main', 'now'), gained: without('now', 'main') }
}
