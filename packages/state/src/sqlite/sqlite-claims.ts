import { resolve } from 'node:path'
import { StoreError, silentLogger } from '@hermes/core'
import { createLaneClaims, type LaneClaims } from '@hermes/core/queue'
import { createConnection } from '../connection/connection.js'
import type { Database } from '../connection/driver/database.js'
import { loadDriver } from '../connection/load-driver.js'
import { makePrivateFile } from '../connection/private-file.js'
import { createRetryWhileLocked } from '../connection/retry-while-locked.js'
import { createTransaction } from '../connection/transaction.js'
import { translateError } from '../connection/translate-error.js'
import { createHolders } from '../processes/holders.js'
import { noGuard } from './no-guard.js'
import { busyTimeoutMs, setDurability } from './pragmas.js'
import { createClaimTable } from './queue/claim-table.js'

export interface SqliteClaimsOptions {
  /** Path of the file, which is created if it is missing. */
  readonly path: string
  /** How long to wait for a lock of another process, in milliseconds. Default: 20,000. */
  readonly timeoutMs?: number
}

/**
 * Creates the table of claims and the counter of `createNextFence`, if they are missing. They never change, because all
 * versions of Hermes share them.
 */
const tables = `
  create table if not exists lane_claims (
    lane text primary key not null, fence integer not null, holder text not null, held_until real not null
  ) without rowid;
  create table if not exists fences (number integer primary key autoincrement);
  insert into sqlite_sequence (name, seq) select 'fence', 0
    where not exists (select 1 from sqlite_sequence where name = 'fence')`

/**
 * Opens claims in a separate SQLite file. Unlike those of a session store, they do not depend on its schema, so any two
 * versions of Hermes see each other's claims. The file may also be a session store, which is then not migrated.
 *
 * @throws {StoreError} when the file cannot be opened.
 */
export async function createSqliteClaims(options: SqliteClaimsOptions): Promise<LaneClaims & AsyncDisposable> {
  const { timeoutMs = 20_000 } = options
  const path = resolve(options.path)
  const retryWhileLocked = createRetryWhileLocked({ path, timeoutMs, random: Math.random, logger: silentLogger })
  try {
    const Driver = await loadDriver()
    makePrivateFile(path)
    const database = new Driver(path, { timeout: busyTimeoutMs })
    try {
      await retryWhileLocked(() => setUp(database))
      const connection = createConnection(database, retryWhileLocked, noGuard)
      const { acquire } = createLaneClaims(createClaimTable({ connection, holders: createHolders(), now: Date.now }))
      return { acquire, [Symbol.asyncDispose]: () => connection.close() }
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    throw withRemedy(translateError(error, path), path)
  }
}

function setUp(database: Database): void {
  database.pragma('journal_mode = WAL')
  setDurability(database, 'NORMAL')
  createTransaction(database)(() => database.exec(tables))
}

/** Adds a remedy for a damaged file. Claims end with their processes, so there is no backup of them. */
function withRemedy(error: unknown, path: string): unknown {
  if (!StoreError.is(error) || error.kind !== 'corrupt') return error
  return new StoreError('corrupt', `${path} is damaged: stop all gateways and delete it.`, { cause: error })
}
