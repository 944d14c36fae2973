import type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './client.js'
import type { SqlValue, Statement } from './sql.js'
import { isConnectionLost } from './translate-error.js'

export type Query = <Row = unknown>(statement: Statement) => Promise<Answer<Row>>

export interface Answer<Row> {
  readonly rows: readonly Row[]
  /** Number of returned or changed rows. */
  readonly count: number
}

export interface HeldClient {
  /** Runs a query. Queries run in the order of the calls, and those made at once reach the server together if the client supports that. */
  query(query: PostgresQuery): Promise<PostgresResult>
  /** Marks the connection as unusable. */
  discard(reason: unknown): void
}

/** Runs statements on one connection from the pool. A broken connection is not returned to the pool. */
export async function runOnClient<T>(pool: PostgresPool, run: (client: HeldClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const discard = (reason: unknown) => {
    broken = reason instanceof Error ? reason : new Error('The connection broke.', { cause: reason })
  }
  // Between statements, no other listener handles the loss of the connection, and an unhandled error event would end the process.
  client.on('error', discard)
  try {
    return await run({ query: client.pipeline === true ? (query) => client.query(query) : inTurn(client), discard })
  } catch (error) {
    if (isConnectionLost(error)) discard(error)
    throw error
  } finally {
    client.off('error', discard)
    client.release(broken)
  }
}

/**
 * Runs queries one after another, for the clients of an external pool: those of `pg` accept a query only after the
 * previous one has ended.
 */
function inTurn(client: PostgresClient): HeldClient['query'] {
  let last: Promise<unknown> = Promise.resolve()
  return (query) => {
    const result = last.then(() => client.query(query))
    last = result.catch(() => undefined)
    return result
  }
}

/** Runs the statements of a transaction and rolls back on failure. */
export async function rollBackOnError<T>(client: HeldClient, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isConnectionLost(error)) await client.query({ text: 'rollback' })
    throw error
  }
}

export function createQuery(client: HeldClient, qualify: (text: string) => string): Query {
  return async ({ text, values }) => {
    const { rows, rowCount } = await client.query({ text: qualify(text), values: values.map(storable), types })
    return { rows, count: rowCount ?? 0 }
  }
}

/**
 * Replaces NUL, which PostgreSQL text cannot contain. Texts are stored in an encoded form without it, so only search
 * keys can contain one, and those match nothing.
 */
function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Overrides global `pg` type parsers: integers and times become numbers, everything else stays text. */
const types = {
  getTypeParser: (type: number): ((text: string) => unknown) => (numberTypes.has(type) ? Number : asItIs),
}
const numberTypes: ReadonlySet<number> = new Set([20, 21, 23, 700, 701])
const asItIs = (text: string): string => text
