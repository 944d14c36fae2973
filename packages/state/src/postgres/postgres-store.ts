import { randomUUID } from 'node:crypto'
import { type Logger, type SessionStore, StoreError, silentLogger } from '@hermes/core'
import {
  createLaneClaims,
  createWatchers,
  createWorkQueue,
  type Watchers,
  type WorkQueueServices,
} from '@hermes/core/queue'
import { createHolders } from '../processes/holders.js'
import type { PostgresPool } from './client.js'
import { type ConnectionOptions, createConnection, type PostgresConnection } from './connection.js'
import { loadDriver } from './load-driver.js'
import { createMessageLog } from './message-log.js'
import { migrate } from './migrate.js'
import { createPersistence } from './persistence.js'
import { type OpenedPool, openPool } from './pool.js'
import { createQuestionTable } from './question-table.js'
import { type Announcements, createAnnouncements } from './queue/announcements.js'
import { createClaimTable } from './queue/claim-table.js'
import { createWorkTable } from './queue/work-table.js'
import { createMessageSearch } from './search/message-search.js'
import { createSessionTable } from './session-table.js'
import { isNobodyThere } from './translate-error.js'
import { createUsageLog } from './usage-log.js'
import { createValueTable } from './value-table.js'

export type PostgresStoreOptions = PostgresPlace & {
  /** The schema that holds the tables: one for each profile. It is made when it is missing. Default `hermes`. */
  readonly schema?: string
  /**
   * How long a call goes on trying, in milliseconds, while the server is away or other processes are in its way. Default
   * 20,000.
   */
  readonly patienceMs?: number
  readonly services?: PostgresStoreServices
}

export type PostgresPlace =
  | {
      /**
       * `postgresql://user:password@host:5432/database`, with the parameters of libpq that `pg` knows, such as `sslmode`.
       * What is missing comes from `PGHOST`, `PGUSER` and the like.
       */
      readonly url: string
      readonly pool?: undefined
    }
  | {
      /** A pool of `pg` that others use, too. It is not ended with the store. */
      readonly pool: PostgresPool
      readonly url?: undefined
    }

export interface PostgresStoreServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Spreads the waits; from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number
  /** Milliseconds since 1970: how old a message is. Default `Date.now`. */
  readonly now?: () => number
}

/** An unreachable server fails fast at start; one that is starting up is waited for. */
const openPatienceMs = 3000

/**
 * Opens the session store in a PostgreSQL database (13 or newer) and brings an older schema up to date. Any number of processes
 * and machines may use one schema at the same time, also behind a pooler that gives out connections by transaction.
 *
 * Disposing it finishes the writes that were asked for; calls after that reject.
 *
 * @throws {StoreError} `newer-version` for the schema of a newer Hermes, which is left untouched; `full`; `unavailable` when
 * `pg` is not installed, or the server cannot be reached, does not let the user in, or cannot hold the tables.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<SessionStore> {
  const { schema = 'hermes', patienceMs = 20_000, services = {} } = options
  const { logger = silentLogger, random = Math.random, now = Date.now } = services
  refuseName(schema)
  const { pool, server, createListener } = await poolOf(options, patienceMs, logger)
  const persist = createPersistence({ server, patienceMs, random, logger })
  const ownsPool = options.pool === undefined
  const settings = { pool, ownsPool, schema, server, patienceMs, persist, generateId: randomUUID, logger }
  try {
    await bringUpToDate(settings)
  } catch (error) {
    if (ownsPool) await pool.end()
    throw error
  }
  const watchers = createWatchers()
  const announcements = createAnnouncements({ schema, watchers, logger, ...(createListener && { createListener }) })
  return storeOver(createConnection(settings), now, { announcements, watchers, services: { logger, random } })
}

async function bringUpToDate({ pool, schema, server, patienceMs, persist, logger }: ConnectionOptions): Promise<void> {
  const { applied, trigrams } = await persist(() => migrate({ pool, schema, server }), {
    patienceMsFor: (error) => (isNobodyThere(error) ? Math.min(openPatienceMs, patienceMs) : patienceMs),
  })
  if (applied.length > 0)
    logger.log('info', 'the session store was brought up to date', { server, schema, applied: [...applied] })
  if (trigrams.state === 'indexed') return
  const advice = 'parts of words are searched without an index: let an administrator run `create extension pg_trgm`'
  logger.log('warn', advice, { server, reason: trigrams.reason })
}

/** PostgreSQL would cut a longer name off, and two schemas would be one. */
function refuseName(schema: string): void {
  const bytes = Buffer.byteLength(schema)
  if (bytes > 0 && bytes <= 63 && !schema.startsWith('pg_') && !schema.includes('\0')) return
  throw new StoreError(
    'unavailable',
    `${JSON.stringify(schema)} cannot be the name of a schema: take 1 to 63 characters that do not begin with pg_.`,
  )
}

interface Work {
  readonly announcements: Announcements
  readonly watchers: Watchers
  readonly services: WorkQueueServices
}

function storeOver(connection: PostgresConnection, now: () => number, { services, ...work }: Work): SessionStore {
  const holders = createHolders()
  return {
    sessions: createSessionTable(connection),
    messages: createMessageLog(connection, work),
    usage: createUsageLog(connection),
    questions: createQuestionTable(connection),
    search: createMessageSearch(connection, now),
    values: createValueTable(connection, now),
    queue: createWorkQueue(createWorkTable({ connection, holders, ...work }), services),
    claims: createLaneClaims(createClaimTable(connection, holders), services),
    async [Symbol.asyncDispose]() {
      await work.announcements.close()
      await connection.close()
    },
  }
}

async function poolOf(
  { url, pool }: PostgresPlace,
  patienceMs: number,
  logger: Logger,
): Promise<Partial<OpenedPool> & Omit<OpenedPool, 'createListener'>> {
  if (pool !== undefined) return { pool, server: 'PostgreSQL' }
  const driver = await loadDriver()
  return openPool(driver, { url, silenceMs: patienceMs + 5000, connectMs: Math.min(10_000, patienceMs), logger })
}
