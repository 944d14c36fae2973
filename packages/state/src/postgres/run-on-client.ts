import type { PostgresPool, PostgresQuery, PostgresResult } from './client.js'
import type { SqlValue, Statement } from './sql.js'
import { isConnectionLost } from './translate-error.js'

export type Query = <Row = unknown>(statement: Statement) => Promise<Answer<Row>>

export interface Answer<Row> {
  readonly rows: readonly Row[]
  /** How many rows were given back or changed. */
  readonly count: number
}

export interface HeldClient {
  query(query: PostgresQuery): Promise<PostgresResult>
  /** Says that the connection is of no more use. */
  discard(reason: unknown): void
}

/** Runs statements on a connection of its own. One that broke does not go back to the pool. */
export async function runOnClient<T>(pool: PostgresPool, run: (client: HeldClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const discard = (reason: unknown) => {
    broken = reason instanceof Error ? reason : new Error('The connection broke.', { cause: reason })
  }
  // Between two statements no other listener would see that the connection broke, and an unhandled error ends the process.
  client.on('error', discard)
  try {
    return await run({ query: (query) => client.query(query), discard })
  } catch (error) {
    if (isConnectionLost(error)) discard(error)
    throw error
  } finally {
    client.off('error', discard)
    client.release(broken)
  }
}

/** Runs the statements of a transaction; what fails is rolled back. */
export async function orRollBack<T>(client: HeldClient, run: () => Promise<T>): Promise<T> {
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

/** NUL is in no text of PostgreSQL. Texts are kept in a form without it; what is left are keys that nothing can be found by. */
function storable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}

/** Whatever the program around has set for all of `pg`: whole numbers and times are numbers, all else is text. */
const types = {
  getTypeParser: (type: number): ((text: string) => unknown) => (numberTypes.has(type) ? Number : asItIs),
}
const numberTypes: ReadonlySet<number> = new Set([20, 21, 23, 700, 701])
const asItIs = (text: string): string => text
