import { resolve } from 'node:path'
import { type Embedder, type Logger, type SessionStore, silentLogger } from '@hermes/core'
import type { Redactor } from '@hermes/safety/redact'
import { createConnection } from '../connection/connection.js'
import { createPatience } from '../connection/retry-while-locked.js'
import { translateError } from '../connection/translate-error.js'
import type { MeaningOptions } from '../semantic/open-semantic-search.js'
import { isInMemory, openDatabase } from './open-database.js'
import { storeOver } from './store-over.js'

export interface SqliteStoreOptions {
  /**
   * The database file. It is made when it is missing, readable for its owner alone, and so are its folders. `:memory:`: no
   * file at all, everything ends with the store.
   */
  readonly path: string
  /**
   * What a resolved promise outlives. `FULL`: the death of the process and of the machine. `NORMAL`: the death of the
   * process; a power cut may take the newest writes along, and each write is quicker. Default `FULL`.
   */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** How long a call waits, in milliseconds, while another process holds the file. Default 20,000. */
  readonly patienceMs?: number
  /**
   * Search by meaning, beside that by words. Needs the package `sqlite-vec`; without it the store searches by words. Messages
   * are indexed after they are stored, by whichever process has time. Default: none, and nothing is loaded for it.
   */
  readonly embedder?: Embedder
  readonly services?: SqliteStoreServices
}

export interface SqliteStoreServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Spreads the waits for a lock; from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number
  /** Takes secrets out of what the embedder gets. Default: what looks like one. */
  readonly redactor?: Redactor
}

/**
 * Opens the session store in a SQLite file (in WAL mode) and brings an older file up to date. Any number of processes
 * may use one file at the same time.
 *
 * Disposing it finishes the writes that were asked for; calls after that reject.
 *
 * @throws {StoreError} `newer-version` for the file of a newer Hermes, which is left untouched; `corrupt` for a damaged
 * file; `full`; `unavailable` when the file cannot be opened, is another program's, stays locked for longer than
 * `patienceMs`, or when this Node.js is too old (22.14 is the oldest).
 */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<SessionStore> {
  const { synchronous = 'FULL', patienceMs = 20_000, embedder, services = {} } = options
  const { logger = silentLogger, random = Math.random, redactor } = services
  const path = isInMemory(options.path) ? options.path : resolve(options.path)
  const patience = createPatience({ path, patienceMs, random, logger })
  const { database, guard } = await openDatabase({ path, synchronous, patience, logger })
  try {
    const connection = createConnection(database, patience, guard)
    const store = storeOver(connection, { logger, random })
    return embedder ? await addMeaning(store, { connection, embedder, redactor, logger }) : store
  } catch (error) {
    guard.release()
    database.close()
    throw translateError(error, path)
  }
}

/** Loaded here alone: most stores have no embedder. */
async function addMeaning(store: SessionStore, options: MeaningOptions): Promise<SessionStore> {
  const { openSemanticSearch } = await import('../semantic/open-semantic-search.js')
  return openSemanticSearch(store, options)
}
