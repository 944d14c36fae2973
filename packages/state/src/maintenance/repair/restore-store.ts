import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { loadDriver } from '../../connection/load-driver.js'
import { countAll, type StoreCounts } from '../check/count-all.js'
import { type CopyProgress, copyDatabase } from '../copy/copy-database.js'
import { withMaintenanceLock } from '../files/maintenance-lock.js'
import { makeEmptyFile, requireSpace, sizeOf, withScratchFile } from '../files/new-file.js'
import { requireDifferent, requireStore, withDatabase, withReader } from '../files/open-existing.js'
import { keptName, sideFiles } from '../files/side-files.js'
import { restartRecord } from '../record/settle-record.js'
import { completeRecovery } from '../recover/complete-recovery.js'
import { readBackup } from './read-backup.js'
import { requireExclusive, unmark } from './take-over.js'

export interface RestoreOptions {
  /** Path of the session store. It may be in use; its content is replaced atomically. */
  readonly path: string
  /** Path of the backup, which is not changed. */
  readonly from: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface RestoreReport {
  /** Path where the previous content is kept. Absent if there was none. */
  readonly keptAt?: string
  readonly before?: StoreCounts
  readonly after: StoreCounts
  /** Content that the previous store had and the backup does not. Absent if the previous content could not be read. */
  readonly lost?: StoreCounts
  readonly gained?: StoreCounts
}

/**
 * Replaces the content of the session store with a backup, atomically. The backup is verified and migrated first. The
 * previous content is kept as `state.db.replaced-<time>`.
 *
 * @throws {StoreError} `not-found` when there is no such backup; `corrupt` when it is damaged; `newer-version`; `full`;
 * `unavailable` when it is not a Hermes store. The store is then unchanged. Throws `signal.reason` when aborted.
 */
export async function restoreStore({ signal, onProgress, ...options }: RestoreOptions): Promise<RestoreReport> {
  const path = resolve(options.path)
  const from = resolve(options.from)
  requireStore(from)
  requireDifferent(from, path)
  const restore = () =>
    withScratchFile(path, async (scratch) => {
      completeRecovery(path)
      requireSpace(path, 3 * sizeOf(from) + sizeOf(path))
      await readBackup(from, scratch, signal)
      const target = { path, scratch, ...(signal && { signal }), ...(onProgress && { onProgress }) }
      const report = (await replaceContent(target)) ?? (await replaceFile(target))
      await restartRecord(path)
      return report
    })
  return withMaintenanceLock(path, restore, signal)
}

interface Replacement {
  readonly path: string
  /** Path of a valid store of the current version, in a private temporary file. */
  readonly scratch: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

/** Replaces the content of the existing file. @returns `undefined` when the file is missing or SQLite cannot use it. */
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

/** Replaces a file that SQLite cannot use. A process that still has it open detects that it was replaced. */
async function replaceFile({ path, scratch }: Replacement): Promise<RestoreReport> {
  const after = await withReader(scratch, countAll)
  if (existsSync(path)) await requireExclusive(path)
  renameSync(scratch, sideFiles.recovered(path))
  const keptAt = completeRecovery(path)
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
