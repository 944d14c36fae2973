import { Socket } from 'node:net'
import { type Logger, StoreError } from '@hermes/core'
import type pg from 'pg'
import type { PostgresPool } from './client.js'
import { gatherWrites } from './gather-writes.js'

export interface OpenPoolOptions {
  readonly url: string
  /** How long a connection in use may be silent, in milliseconds. */
  readonly silenceMs: number
  readonly connectMs: number
  readonly logger: Logger
}

export interface OpenedPool {
  readonly pool: PostgresPool
  /** Name of the server, such as `db.example.org:5432/hermes`, without user and password. */
  readonly server: string
  /** Creates a connection outside the pool, which may be silent for long. */
  readonly createListener: () => pg.Client
}

/** Opens a pool. @throws {StoreError} `unavailable` when the URL is invalid. */
export function openPool(driver: typeof pg, { url, silenceMs, connectMs, logger }: OpenPoolOptions): OpenedPool {
  const server = serverOf(driver, url)
  const pool = new driver.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => socketWithTimeout(silenceMs),
    pipeline: true,
  })
  pool.on('error', (error) => logger.log('debug', 'an idle connection was lost', { server, reason: error.message }))
  const createListener = () =>
    new driver.Client({ connectionString: url, connectionTimeoutMillis: connectMs, keepAlive: true })
  return { pool, server, createListener }
}

/** Creates a socket with a timeout. A network that drops packets causes no error, so a call would otherwise wait for a quarter of an hour. */
function socketWithTimeout(silenceMs: number): Socket {
  const socket = new Socket()
  // Connecting makes Node.js restore the methods of the socket.
  socket.once('connect', () => gatherWrites(socket))
  socket.setTimeout(silenceMs, () => {
    socket.destroy(Object.assign(new Error(`The connection was silent for ${silenceMs} ms.`), { code: 'ETIMEDOUT' }))
  })
  return socket
}

/** Matches well-formed URLs. If a password contains an unescaped special character, part of it would be read as the host or the database. */
const wellFormed = /^postgres(ql)?:\/\/[^/?#]*(\/[^/?#@]*)?(\?[^#@]*)?$/

function serverOf(driver: typeof pg, url: string): string {
  // For an invalid URL, the parser's error message contains the password.
  const client = wellFormed.test(url) ? parsed(driver, url) : undefined
  if (client) return `${client.host}:${client.port}/${client.database ?? ''}`
  throw new StoreError(
    'unavailable',
    'The address of PostgreSQL is invalid: write postgresql://user:password@host:5432/database and percent-encode special characters of the password, such as %40 for @.',
  )
}

function parsed(driver: typeof pg, url: string): pg.Client | undefined {
  try {
    return new driver.Client({ connectionString: url })
  } catch {
    return undefined
  }
}
