import { type Logger, StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { createFileGuard, type FileGuard, type FileIdentity, identityOf } from '../connection/file-guard.js'
import { loadDriver } from '../connection/load-driver.js'
import { makePrivateFile } from '../connection/private-file.js'
import type { Patience } from '../connection/retry-while-locked.js'
import { translateError } from '../connection/translate-error.js'
import { bringUpToDate } from '../maintenance/bring-up-to-date.js'
import { isDamage, messageOf } from '../maintenance/check-pages.js'
import { withLogBound } from '../maintenance/log-bound.js'
import { careAtStart, isMarked, isRecoverable, recoverAtStart } from '../maintenance/start-check.js'
import { markDamaged } from '../maintenance/take-over.js'
import { watchUnchecked } from '../maintenance/watch-unchecked.js'
import { migrate, refuseForeignFile } from '../migrations/migrate.js'

export interface OpenOptions {
  /** Absolute. */
  readonly path: string
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly patience: Patience
  readonly logger: Logger
}

export interface OpenDatabase {
  readonly database: Database
  readonly guard: FileGuard
}

/** How long SQLite itself waits for a lock. It blocks the event loop: what takes longer is left to {@link Patience}. */
const busyTimeoutMs = 5
/** How often the file may turn out to be another one, or to be damaged, while it is being opened. */
const mostAttempts = 3

/**
 * Opens the file, makes it when it is missing, and brings it to this version's schema. A damaged one is recovered first.
 * @throws {StoreError}
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  try {
    if (isInMemory(options.path)) return await openInMemory(options)
    for (let attempt = 1; attempt < mostAttempts; attempt++) {
      const opened = await openFile(options).catch((error: unknown) => recoverAfter(error, options))
      if (opened) return opened
    }
    throw new StoreError('unavailable', `${options.path} was replaced again and again while it was being opened.`)
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
  return { database, guard: { check: () => undefined, confirm: () => undefined, release: () => undefined } }
}

/** @returns undefined when the file turned out to need care, or not to be the one that was there before. */
async function openFile({ path, synchronous, patience, logger }: OpenOptions): Promise<OpenDatabase | undefined> {
  const Driver = await loadDriver()
  makePrivateFile(path)
  await careAtStart(path, logger)
  const opened = identityOf(path)
  const database = new Driver(path, { timeout: busyTimeoutMs })
  try {
    await patience(() => setUp(database, synchronous))
    if (!opened || isMarked(path) || identityOf(path)?.ino !== opened.ino) {
      database.close()
      return undefined
    }
    const applied = await bringUpToDate(database, { patience, logger })
    if (applied.length > 0) logger.log('info', 'the session store was brought up to date', { path, applied })
    database.pragma('foreign_keys = ON')
    return { database, guard: guardOf(database, opened, { path, logger }) }
  } catch (error) {
    database.close()
    throw error
  }
}

function guardOf(database: Database, opened: FileIdentity, watch: { path: string; logger: Logger }): FileGuard {
  return watchUnchecked(withLogBound(createFileGuard(database, opened), database), watch)
}

/** What SQLite refuses as damaged is recovered, if it is a store of Hermes at all; everything else is left as it is. */
async function recoverAfter(error: unknown, { path, logger }: OpenOptions): Promise<undefined> {
  if (!isDamage(error) || !isRecoverable(path)) throw error
  markDamaged(path, `SQLite: ${messageOf(error)}.`)
  await recoverAtStart(path, logger)
}

/** Repeatable: a step that was interrupted by another process's lock is simply taken again. */
function setUp(database: Database, synchronous: 'FULL' | 'NORMAL'): void {
  refuseForeignFile(database)
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal' && !database.memory) {
    throw new StoreError(
      'unavailable',
      `The file system of ${database.name} does not support a write-ahead log: set HERMES_HOME to a folder on a local disk.`,
    )
  }
  database.pragma(`synchronous = ${synchronous}`)
}
