import { existsSync, rmSync } from 'node:fs'
import { type Logger, StoreError } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'
import { createFileGuard, type FileGuard, type FileIdentity, identityOf } from '../connection/file-guard.js'
import { loadDriver } from '../connection/load-driver.js'
import { makePrivateFile } from '../connection/private-file.js'
import type { RetryWhileLocked } from '../connection/retry-while-locked.js'
import { syncInThreadPool, syncsInThreadPool } from '../connection/sync-in-thread-pool.js'
import { translateError } from '../connection/translate-error.js'
import { bringUpToDate } from '../maintenance/bring-up-to-date.js'
import { isDamage, messageOf } from '../maintenance/check/check-pages.js'
import { setForeignLogAside } from '../maintenance/check/foreign-log.js'
import { requirePages } from '../maintenance/files/empty-beside-log.js'
import { sizeOf } from '../maintenance/files/new-file.js'
import { sideFiles } from '../maintenance/files/side-files.js'
import { withLogBound } from '../maintenance/log-bound.js'
import { describeContent, emptyStore } from '../maintenance/record/find-loss.js'
import { recordCommits } from '../maintenance/record/record-commits.js'
import { readRecord } from '../maintenance/record/record-file.js'
import { settleRecord } from '../maintenance/record/settle-record.js'
import { checkAtStart, isMarked, isRecoverable, recoverAtStart } from '../maintenance/repair/start-check.js'
import { markDamaged } from '../maintenance/repair/take-over.js'
import { watchUnchecked } from '../maintenance/repair/watch-unchecked.js'
import { migrate, rejectForeignFile } from '../migrations/migrate.js'
import { noGuard } from './no-guard.js'
import { busyTimeoutMs, setDurability } from './pragmas.js'

export interface OpenOptions {
  /** Absolute path. */
  readonly path: string
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly retryWhileLocked: RetryWhileLocked
  readonly logger: Logger
}

export interface OpenDatabase {
  readonly database: Database
  readonly guard: FileGuard
}

/** Maximum number of attempts to open a file that turns out to be replaced or damaged. */
const mostAttempts = 3

/**
 * Opens or creates the file and migrates it. Recovers a damaged file first.
 *
 * @throws {StoreError}
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  try {
    if (isInMemory(options.path)) return await openInMemory(options)
    for (let attempt = 1; attempt < mostAttempts; attempt++) {
      const opened = await openFile(options).catch((error: unknown) => recoverAfter(error, options))
      if (opened) return opened
    }
    throw new StoreError('unavailable', `${options.path} was replaced repeatedly while it was being opened.`)
  } catch (error) {
    throw translateError(error, options.path)
  }
}

export function isInMemory(path: string): boolean {
  return path === ':memory:'
}

async function openInMemory({ path, synchronous }: OpenOptions): Promise<OpenDatabase> {
  const Driver = await loadDriver()
  const database = new Driver(path)
  setUp(database, synchronous)
  migrate(database)
  database.pragma('foreign_keys = ON')
  return { database, guard: noGuard }
}

/** Opens the file. @returns `undefined` when it needs maintenance first, or was replaced. */
async function openFile({
  path,
  synchronous,
  retryWhileLocked,
  logger,
}: OpenOptions): Promise<OpenDatabase | undefined> {
  const Driver = await loadDriver()
  reportMissingFile(path, logger)
  // Once it is being repaired, its log is kept.
  if (!isMarked(path)) requirePages(path)
  makePrivateFile(path)
  await setForeignLogAside(path, logger)
  await checkAtStart(path, logger)
  const record = readRecord(path)
  const opened = identityOf(path)
  const database = new Driver(path, { timeout: busyTimeoutMs })
  try {
    await retryWhileLocked(() => setUp(database, synchronous))
    if (!opened || isMarked(path) || identityOf(path)?.ino !== opened.ino) {
      database.close()
      return undefined
    }
    const applied = await bringUpToDate(database, { retryWhileLocked, logger })
    if (applied.length > 0) logger.log('info', 'the session store was migrated', { path, applied })
    await settleRecord(database, record, logger)
    database.pragma('foreign_keys = ON')
    const isSyncedInThreadPool = syncsInThreadPool && synchronous === 'FULL'
    if (isSyncedInThreadPool) setDurability(database, 'NORMAL')
    return { database, guard: guardOf(database, opened, { path, logger, isSyncedInThreadPool }) }
  } catch (error) {
    database.close()
    throw error
  }
}

interface GuardOptions {
  readonly path: string
  readonly logger: Logger
  readonly isSyncedInThreadPool: boolean
}

function guardOf(
  database: Database,
  opened: FileIdentity,
  { isSyncedInThreadPool, ...watch }: GuardOptions,
): FileGuard {
  const guard = createFileGuard(database, opened)
  const durable = isSyncedInThreadPool ? syncInThreadPool(guard, database.name) : guard
  return watchUnchecked(withLogBound(recordCommits(durable, database), database), watch)
}

/**
 * Reports a missing file, which becomes a new store. An empty file that was a store is rejected, because it is a sign
 * of damage rather than of a new store.
 *
 * @throws {StoreError} `corrupt` when the file is empty and was a store.
 */
function reportMissingFile(path: string, logger: Logger): void {
  const record = readRecord(path)
  if (!record || sizeOf(path) > 0) return
  requirePages(path)
  if (existsSync(path)) throw emptyStore(path, record)
  const lost = [`${describeContent(record)}.`]
  logger.log('error', 'the session store is missing, and a new one is created', { path, lost })
  rmSync(sideFiles.record(path))
}

/** Recovers a file that SQLite reports as damaged, if it is a Hermes store. Any other file is left unchanged. */
async function recoverAfter(error: unknown, { path, logger }: OpenOptions): Promise<undefined> {
  if (!isDamage(error) || !isRecoverable(path)) throw error
  markDamaged(path, `SQLite: ${messageOf(error)}.`)
  await recoverAtStart(path, logger)
}

/** Sets up the connection. Repeatable, because a step that failed due to a lock is run again. */
function setUp(database: Database, synchronous: 'FULL' | 'NORMAL'): void {
  rejectForeignFile(database)
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal' && !database.memory) {
    throw new StoreError(
      'unavailable',
      `The file system of ${database.name} does not support a write-ahead log: set HERMES_HOME to a folder on a local disk.`,
    )
  }
  setDurability(database, synchronous)
}
