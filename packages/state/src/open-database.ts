import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Logger, StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { loadDriver } from './load-driver.js'
import { migrate, refuseForeignFile } from './migrate.js'
import type { Patience } from './patience.js'
import { codeOf, translateError } from './translate-error.js'

export interface OpenOptions {
  /** Absolute. */
  readonly path: string
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly patience: Patience
  readonly logger: Logger
}

/** How long SQLite itself waits for a lock. It blocks the event loop: what takes longer is left to {@link Patience}. */
const busyTimeoutMs = 5

/**
 * Opens the file, makes it when it is missing, and brings it to this version's schema.
 * @throws {StoreError}
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const Driver = await loadDriver()
  try {
    if (!isInMemory(options.path)) makePrivateFile(options.path)
    const database = new Driver(options.path, { timeout: busyTimeoutMs })
    return await prepared(database, options)
  } catch (error) {
    throw translateError(error, options.path)
  }
}

async function prepared(database: Database, { path, synchronous, patience, logger }: OpenOptions): Promise<Database> {
  try {
    const applied = await patience(() => setUp(database, synchronous))
    if (applied.length > 0) logger.log('info', 'the session store was brought up to date', { path, applied })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

export function isInMemory(path: string): boolean {
  return path === ':memory:'
}

/** Repeatable: a step that was interrupted by another process's lock is simply taken again. */
function setUp(database: Database, synchronous: 'FULL' | 'NORMAL'): readonly string[] {
  refuseForeignFile(database)
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal' && !database.memory) {
    throw new StoreError(
      'unavailable',
      `The file system of ${database.name} does not support a write-ahead log: set HERMES_HOME to a folder on a local disk.`,
    )
  }
  database.pragma(`synchronous = ${synchronous}`)
  const applied = migrate(database)
  database.pragma('foreign_keys = ON')
  return applied
}

/**
 * Conversations are private. Only a file that is missing is touched, because closing a second descriptor of an open
 * database would drop the locks that this process holds on it.
 */
function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path))
  unlessThere(() => closeSync(openSync(path, 'wx', 0o600)))
}

/** Step by step: `recursive` never ends where a folder can have no new members, as in `/proc`. */
function makePrivateFolder(path: string): void {
  if (existsSync(path)) return
  makePrivateFolder(dirname(path))
  unlessThere(() => mkdirSync(path, 0o700))
}

function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
