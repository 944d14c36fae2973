import { Socket } from 'node:net'
import { type Logger, StoreError } from '@hermes/core'
import type pg from 'pg'
import type { PostgresPool } from './client.js'

export interface OpenPoolOptions {
  readonly url: string
  /** How long a connection may be without a sign of life while it is used. */
  readonly silenceMs: number
  readonly connectMs: number
  readonly logger: Logger
}

export interface OpenedPool {
  readonly pool: PostgresPool
  /** `db.example.org:5432/hermes`: without user and password. */
  readonly server: string
  /** A connection outside of the pool, which may be silent for long. */
  readonly createListener: () => pg.Client
}

/** @throws {StoreError} `unavailable` when the URL is none. */
export function openPool(driver: typeof pg, { url, silenceMs, connectMs, logger }: OpenPoolOptions): OpenedPool {
  const server = serverOf(driver, url)
  const pool = new driver.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => impatientSocket(silenceMs),
  })
  pool.on('error', (error) => logger.log('debug', 'an idle connection was lost', { server, reason: error.message }))
  const createListener = () =>
    new driver.Client({ connectionString: url, connectionTimeoutMillis: connectMs, keepAlive: true })
  return { pool, server, createListener }
}

/** A network that swallows everything does not say so: without this a call would wait for a quarter of an hour. */
function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error(`No sign of life for ${silenceMs} ms.`), { code: 'ETIMEDOUT' }))
  })
  return socket
}

/** One with a bare sign in its password is read with a part of that as the host, or as the database. */
const wellFormed = /^postgres(ql)?:\/\/[^/?#]*(\/[^/?#@]*)?(\?[^#@]*)?$/

function serverOf(driver: typeof pg, url: string): string {
  // What the parser says of a bad URL holds its password.
  const client = wellFormed.test(url) ? parsed(driver, url) : undefined
  if (client) return `${client.host}:${client.port}/${client.database ?? ''}`
  throw new StoreError(
    'unavailable',
    'The address of PostgreSQL cannot be read: write postgresql://user:password@host:5432/database, with signs of the password as %40 and the like.',
  )
}

function parsed(driver: typeof pg, url: string): pg.Client | undefined {
  try {
    return new driver.Client({ connectionString: url })
  } catch {
    return undefined
  }
}
