import type { PostgresPool } from './client.js'
import type { Receipt } from './receipt-pool.js'
import { createQuery, type Query, rollBackOnError, runOnClient } from './run-on-client.js'
import { positional, type Statement } from './sql.js'
import { together } from './together.js'
import { codeOf } from './translate-error.js'

export interface Transactions {
  /** Runs a transaction. Rejects when nothing was committed. */
  write<T>(receipt: Receipt, work: (query: Query) => Promise<T>): Promise<Outcome<T>>
  /** Waits until the transaction has ended. Returns whether it was committed. */
  wasCommitted(receipt: Receipt): Promise<boolean>
  /** Runs one statement, which the server cancels after `limitMs`. */
  readWithin<Row>(limitMs: number, statement: Statement): Promise<readonly Row[]>
}

export type Outcome<T> =
  | { readonly state: 'committed'; readonly result: T }
  /** The COMMIT got no reply. */
  | { readonly state: 'unknown'; readonly result: T; readonly cause: unknown }

export interface TransactionsOptions {
  readonly pool: PostgresPool
  readonly qualify: (text: string) => string
  readonly timeoutMs: number
}

/** Creates the transactions. All settings are local to a transaction, because behind a pooler the next one may use another connection. */
export function createTransactions({ pool, qualify, timeoutMs }: TransactionsOptions): Transactions {
  const begin = beginOf(timeoutMs)

  return {
    write: (receipt, work) =>
      runOnClient(pool, async (client) => {
        const result = await rollBackOnError(client, async () => {
          const opened = client.query({ text: `${begin}; ${durable}; ${qualify(writeReceipt(receipt))}` })
          const [, worked] = await together([opened, work(createQuery(client, qualify))])
          return worked
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
        rollBackOnError(client, async () => {
          const select = positional('select number from receipts where id = ? for update', [receipt.id])
          const [, { rows }] = await together([
            client.query({ text: begin }),
            createQuery(client, qualify)<{ number: number }>(select),
            client.query({ text: 'commit' }),
          ])
          return rows[0]?.number === receipt.number
        }),
      ),
    readWithin: (limitMs, statement) =>
      runOnClient(pool, (client) =>
        rollBackOnError(client, async () => {
          const [, { rows }] = await together([
            client.query({ text: `begin read only; set local statement_timeout = ${Math.round(limitMs)}` }),
            createQuery(client, qualify)<never>(statement),
            client.query({ text: 'commit' }),
          ])
          return rows
        }),
      ),
  }
}

/**
 * Returns the statement that begins a transaction. It fixes settings that the store relies on, whatever the defaults of
 * the server or user: a statement that waited for a lock sees the committed changes, and no transaction waits forever,
 * in particular not for a lost client.
 */
function beginOf(timeoutMs: number): string {
  const idleMs = Math.max(1000, Math.min(10_000, timeoutMs / 2))
  const limits = {
    statement_timeout: Math.max(60_000, timeoutMs),
    lock_timeout: Math.max(1000, timeoutMs),
    idle_in_transaction_session_timeout: idleMs,
  }
  const settings = Object.entries(limits).map(([name, value]) => `set local ${name} = ${Math.round(value)}`)
  return ['begin isolation level read committed', ...settings].join('; ')
}

/** Makes acknowledged writes durable. Stricter settings are kept. */
const durable = `
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`

/**
 * Returns the statement that writes a receipt. Its values are inlined, because it is part of a multi-statement query,
 * which takes no parameters.
 */
function writeReceipt({ id, number }: Receipt): string {
  return `insert into receipts (id, number) values ('${id}', ${number})
    on conflict (id) do update set number = excluded.number, written_at = now()`
}

/** Whether the server reported that the transaction was rolled back. */
function isRefusal(error: unknown): boolean {
  return /^(23|40)/.test(codeOf(error))
}
