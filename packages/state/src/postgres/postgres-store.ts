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
import { RecentMessages } from '../recent/recent-messages.js'
import type { PostgresPool } from './client.js'
import { type ConnectionOptions, createConnection, type PostgresConnection } from './connection.js'
import { loadDriver } from './load-driver.js'
import { createMessageLog } from './message-log.js'
import { migrate } from './migrate.js'
import { type OpenedPool, openPool } from './pool.js'
import { createQuestionTable } from './question-table.js'
import { type Announcements, createAnnouncements } from './queue/announcements.js'
import { createClaimTable } from './queue/claim-table.js'
import { createWorkTable } from './queue/work-table.js'
import { createRetryTransient } from './retry-transient.js'
import { createMessageSearch } from './search/message-search.js'
import { createSessionTable } from './session-table.js'
import { createSharedTexts } from './shared-texts.js'
import { isServerAbsent } from './translate-error.js'
import { createUsageLog } from './usage-log.js'
import { createValueTable } from './value-table.js'

export type PostgresStoreOptions = PostgresPlace & {
  /** Schema that holds the tables, one per profile. Created when missing. Default: `hermes`. */
  readonly schema?: string
  /**
   * How long a call retries, in milliseconds, while the server is unavailable or other processes interfere. Default:
   * 20,000.
   */
  readonly timeoutMs?: number
  readonly services?: PostgresStoreServices
}

export type PostgresPlace =
  | {
      /**
       * Address such as `postgresql://user:password@host:5432/database`, with the libpq parameters that `pg` supports,
       * such as `sslmode`. Missing parts come from `PGHOST`, `PGUSER` and similar variables.
       */
      readonly url: string
      readonly pool?: undefined
    }
  | {
      /** Shared `pg` pool. It is not ended with the store. */
      readonly pool: PostgresPool
      readonly url?: undefined
    }

export interface PostgresStoreServices {
  /** Logger. Default: silent. */
  readonly logger?: Logger
  /** Returns a number from 0 to below 1, to randomize retry delays. Default: `Math.random`. */
  readonly random?: () => number
  /** Returns the time in milliseconds since the epoch, for the age of messages. Default: `Date.now`. */
  readonly now?: () => number
}

/** How long to retry at startup while no server is running, in milliseconds. A server that is starting up gets the full timeout. */
const openTimeoutMs = 3000

/**
 * Opens the session store in a PostgreSQL database (13 or newer) and migrates an older schema. Any number of processes
 * and machines may use one schema at the same time, even behind a connection pooler in transaction mode.
 *
 * Disposing the store finishes pending writes. Later calls reject.
 *
 * @throws {StoreError} `newer-version` for the schema of a newer Hermes, which is left unchanged; `full`; `unavailable`
 * when `pg` is not installed, or the server cannot be reached, rejects the user, or cannot hold the tables.
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<SessionStore> {
  const { schema = 'hermes', timeoutMs = 20_000, services = {} } = options
  const { logger = silentLogger, random = Math.random, now = Date.now } = services
  rejectName(schema)
  const { pool, server, createListener } = await poolOf(options, timeoutMs, logger)
  const retryTransient = createRetryTransient({ server, timeoutMs, random, logger })
  const ownsPool = options.pool === undefined
  const settings = { pool, ownsPool, schema, server, timeoutMs, retryTransient, generateId: randomUUID, logger }
  try {
    await bringUpToDate(settings)
  } catch (error) {
    if (ownsPool) await pool.end()
    throw error
  }
  const watchers = createWatchers()
  const announcements = createAnnouncements({ schema, watchers, logger, ...(createListener && { createListener }) })
  return createStoreOn(createConnection(settings), now, { announcements, watchers, services: { logger, random } })
}

async function bringUpToDate({
  pool,
  schema,
  server,
  timeoutMs,
  retryTransient,
  logger,
}: ConnectionOptions): Promise<void> {
  const { applied, trigrams } = await retryTransient(() => migrate({ pool, schema, server }), {
    timeoutMsFor: (error) => (isServerAbsent(error) ? Math.min(openTimeoutMs, timeoutMs) : timeoutMs),
  })
  if (applied.length > 0)
    logger.log('info', 'the session store was migrated', { server, schema, applied: [...applied] })
  if (trigrams.state === 'indexed') return
  const advice = 'substring search uses no index: ask an administrator to run `create extension pg_trgm`'
  logger.log('warn', advice, { server, reason: trigrams.reason })
}

/** Rejects invalid names. PostgreSQL truncates names that are too long, so two schemas could become one. */
function rejectName(schema: string): void {
  const bytes = Buffer.byteLength(schema)
  if (bytes > 0 && bytes <= 63 && !schema.startsWith('pg_') && !schema.includes('\0')) return
  throw new StoreError(
    'unavailable',
    `${JSON.stringify(schema)} is not a valid schema name: use 1 to 63 characters that do not begin with pg_.`,
  )
}

interface Work {
  readonly announcements: Announcements
  readonly watchers: Watchers
  readonly services: WorkQueueServices
}

function createStoreOn(connection: PostgresConnection, now: () => number, { services, ...work }: Work): SessionStore {
  const holders = createHolders()
  const recent = new RecentMessages()
  const texts = createSharedTexts(connection, services.logger)
  return {
    sessions: createSessionTable(connection, { recent, texts }),
    messages: createMessageLog(connection, { ...work, recent }),
    usage: createUsageLog(connection),
    questions: createQuestionTable(connection),
    search: createMessageSearch(connection, now),
    values: createValueTable(connection, now),
    queue: createWorkQueue(createWorkTable({ connection, holders, ...work }), services),
    claims: createLaneClaims(createClaimTable(connection, holders), services),
    async [Symbol.asyncDispose]() {
      await work.announcements.close()
      await texts.close()
      await connection.close()
    },
  }
}

async function poolOf(
  { url, pool }: PostgresPlace,
  timeoutMs: number,
  logger: Logger,
): Promise<Partial<OpenedPool> & Omit<OpenedPool, 'createListener'>> {
  if (pool !== undefined) return { pool, server: 'PostgreSQL' }
  const driver = await loadDriver()
  return openPool(driver, { url, silenceMs: timeoutMs + 5000, connectMs: Math.min(10_000, timeoutMs), logger })
}
