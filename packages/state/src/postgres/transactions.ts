import type { PostgresPool } from './client.js'
import type { Receipt } from './receipts.js'
import { createQuery, orRollBack, type Query, runOnClient } from './run-on-client.js'
import { positional, type Statement } from './sql.js'
import { codeOf } from './translate-error.js'

export interface Transactions {
  /** Rejects when nothing was stored. */
  write<T>(receipt: Receipt, work: (query: Query) => Promise<T>): Promise<Outcome<T>>
  /** Waits until that transaction has ended, and says how. */
  wasCommitted(receipt: Receipt): Promise<boolean>
  /** One statement, which the server gives up after `limitMs`. */
  readWithin<Row>(limitMs: number, statement: Statement): Promise<readonly Row[]>
}

export type Outcome<T> =
  | { readonly state: 'committed'; readonly result: T }
  /** The answer to COMMIT did not come. */
  | { readonly state: 'unknown'; readonly result: T; readonly cause: unknown }

export interface TransactionsOptions {
  readonly pool: PostgresPool
  readonly qualify: (text: string) => string
  readonly patienceMs: number
}

/** Nothing is set for longer than a transaction: behind a pooler the next one may have another connection. */
export function createTransactions({ pool, qualify, patienceMs }: TransactionsOptions): Transactions {
  const begin = beginOf(patienceMs)

  return {
    write: (receipt, work) =>
      runOnClient(pool, async (client) => {
        const result = await orRollBack(client, async () => {
          await client.query({ text: `${begin}; ${durable}; ${qualify(writeReceipt(receipt))}` })
          return work(createQuery(client, qualify))
        })
        try {
          await client.query({ text: 'commit' })
        } catch (cause) {
          if (isRefusal(cause)) throw cause
          client.discard(cause)
          return { state: 'unknown', result, cause }
        }
        return { state: 'committed', result }
      }),
    wasCommitted: (receipt) =>
      runOnClient(pool, (client) =>
        orRollBack(client, async () => {
          await client.query({ text: begin })
          const { rows } = await createQuery(
            client,
            qualify,
          )<{ number: number }>(positional('select number from receipts where id = ? for update', [receipt.id]))
          await client.query({ text: 'commit' })
          return rows[0]?.number === receipt.number
        }),
      ),
    readWithin: (limitMs, statement) =>
      runOnClient(pool, (client) =>
        orRollBack(client, async () => {
          await client.query({ text: `begin read only; set local statement_timeout = ${Math.round(limitMs)}` })
          const { rows } = await createQuery(client, qualify)<never>(statement)
          await client.query({ text: 'commit' })
          return rows
        }),
      ),
  }
}

/**
 * Other settings of the server or the user must not change what the store relies on: that a statement behind a lock sees what
 * was stored meanwhile, and that nobody waits for ever, least of all for a client that is gone.
 */
function beginOf(patienceMs: number): string {
  const idleMs = Math.max(1000, Math.min(10_000, patienceMs / 2))
  const limits = {
    statement_timeout: Math.max(60_000, patienceMs),
    lock_timeout: Math.max(1000, patienceMs),
    idle_in_transaction_session_timeout: idleMs,
  }
  const settings = Object.entries(limits).map(([name, value]) => `set local ${name} = ${Math.round(value)}`)
  return ['begin isolation level read committed', ...settings].join('; ')
}

/** What was acknowledged has to be on the disk. Stricter settings stay. */
const durable = `
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`

/** Its parts are made here: it may stand in a text of several statements, which takes no values. */
function writeReceipt({ id, number }: Receipt): string {
  return `insert into receipts (id, number) values ('${id}', ${number})
    on conflict (id) do update set number = excluded.number, written_at = now()`
}

/** The server itself said that the transaction was rolled back. */
function isRefusal(error: unknown): boolean {
  return /^(23|40)/.test(codeOf(error))
}
