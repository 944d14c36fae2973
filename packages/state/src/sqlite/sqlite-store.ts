import { resolve } from 'node:path'
import { type Embedder, type Logger, type SessionStore, silentLogger } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createConnection } from '../connection/connection.js'
import { createRetryWhileLocked } from '../connection/retry-while-locked.js'
import { translateError } from '../connection/translate-error.js'
import type { MeaningOptions } from '../semantic/open-semantic-search.js'
import { createStoreOn } from './create-store-on.js'
import { createLargeAppends } from './large/large-appends.js'
import { isInMemory, openDatabase } from './open-database.js'

export interface SqliteStoreOptions {
  /**
   * Path of the database file. Missing files and folders are created, readable only by their owner. `:memory:` uses no
   * file, and the data is lost when the store is disposed.
   */
  readonly path: string
  /**
   * What a resolved write survives. `FULL`: a crash of the process or the machine. `NORMAL`: a crash of the process;
   * writes are faster, but a power failure may lose the newest ones. Default: `FULL`.
   */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** How long a call waits, in milliseconds, while another process locks the file. Default: 20,000. */
  readonly timeoutMs?: number
  /**
   * Embedder that enables semantic search in addition to word search. Requires the package `sqlite-vec`; without it,
   * the store searches by words only. Messages are indexed in the background after they are stored. Default: none; no
   * code is loaded for it.
   */
  readonly embedder?: Embedder
  readonly services?: SqliteStoreServices
}

export interface SqliteStoreServices {
  /** Logger. Default: silent. */
  readonly logger?: Logger
  /** Returns a number from 0 to below 1, to randomize retry delays. Default: `Math.random`. */
  readonly random?: () => number
  /** Removes secrets from the texts passed to the embedder. Default: removes everything that looks like a secret. */
  readonly redactor?: Redactor
}

/**
 * Opens the session store in a SQLite file (in WAL mode) and migrates an older file. Any number of processes may use
 * one file at the same time.
 *
 * Disposing the store finishes pending writes. Later calls reject.
 *
 * @throws {StoreError} `newer-version` for the file of a newer Hermes, which is left unchanged; `corrupt` for a damaged
 * file; `full`; `unavailable` when the file cannot be opened, belongs to another program, stays locked for longer than
 * `timeoutMs`, or when Node.js is older than 22.14.
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SessionStore> {
  const { synchronous = 'FULL', timeoutMs = 20_000, embedder, services = {} } = options
  const { logger = silentLogger, random = Math.random, redactor } = services
  const path = isInMemory(options.path) ? options.path : resolve(options.path)
  const retryWhileLocked = createRetryWhileLocked({ path, timeoutMs, random, logger })
  const { database, guard } = await openDatabase({ path, synchronous, retryWhileLocked, logger })
  try {
    const connection = createConnection(database, retryWhileLocked, guard)
    const large =
      database.isBuiltIn && !database.memory ? createLargeAppends({ path, synchronous, timeoutMs }) : undefined
    const store = createStoreOn(connection, { logger, random }, large)
    return embedder ? await addSemanticSearch(store, { connection, embedder, redactor, logger }) : store
  } catch (error) {
    guard.release()
    database.close()
    throw translateError(error, path)
  }
}

/** Adds semantic search. Its code is imported here, because most stores have no embedder. */
async function addSemanticSearch(store: SessionStore, options: MeaningOptions): Promise<SessionStore> {
  const { openSemanticSearch } = await import('../semantic/open-semantic-search.js')
  return openSemanticSearch(store, options)
}
