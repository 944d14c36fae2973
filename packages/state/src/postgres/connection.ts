import { type Logger, StoreError } from '@hermes/core'
import type { PostgresPool } from './client.js'
import { createLanes } from './lanes.js'
import { createReceiptPool, type Receipt } from './receipt-pool.js'
import type { RetryTransient } from './retry-transient.js'
import { createQuery, type Query, runOnClient } from './run-on-client.js'
import { createSharedReads } from './shared-reads.js'
import { createQualify, positional, type Statement } from './sql.js'
import { createTransactions } from './transactions.js'
import { isConnectionLost } from './translate-error.js'
import type { UnconfirmedCommits } from './unconfirmed-commits.js'

/**
 * Gives access to the server. Keeps the order of writes, retries while the server is unavailable, and throws {@link
 * StoreError}.
 */
export interface PostgresConnection {
  /** Runs one statement that changes nothing. */
  read<Row>(statement: Statement): Promise<readonly Row[]>
  /** Like `read`, but the server cancels the statement after `limitMs`. */
  readWithin<Row>(limitMs: number, statement: Statement): Promise<readonly Row[]>
  /** Runs one transaction. `work` may run more than once, but only one run is committed. */
  write<T>(order: WriteOrder<T>, work: (query: Query) => Promise<T>): Promise<T>
  /** Finishes pending writes and closes the connections. May be called more than once. */
  close(): Promise<void>
  isClosed(): boolean
}

export interface WriteOrder<T> {
  /** Lane of the write. Writes in one lane keep the order of the calls. */
  readonly lane: string
  /** Runs in the lane before the transaction. */
  readonly prepare?: () => Promise<unknown>
  /** For writes that must not be stored twice: the request, and where to remember it if its outcome stays unknown. */
  readonly once?: { readonly request: unknown; readonly unconfirmed: UnconfirmedCommits<T> }
}

export interface ConnectionOptions {
  readonly pool: PostgresPool
  /** Whether closing ends the pool. */
  readonly ownsPool: boolean
  readonly schema: string
  /** Name of the server in messages, without user and password. */
  readonly server: string
  readonly timeoutMs: number
  readonly retryTransient: RetryTransient
  readonly generateId: () => string
  readonly logger: Logger
}

export function createConnection(options: ConnectionOptions): PostgresConnection {
  const { pool, retryTransient, server } = options
  const qualify = createQualify(options.schema)
  const transactions = createTransactions({ ...options, qualify })
  const readShared = createSharedReads(pool, qualify)
  const receipts = createReceiptPool(options.generateId)
  const lanes = createLanes()
  let closing: Promise<void> | undefined

  const assertOpen = () => {
    if (closing) throw new StoreError('unavailable', 'The session store is closed: open it again to continue.')
  }
  const wasCommitted = async (receipt: Receipt) => {
    const isCommitted = await retryTransient(() => transactions.wasCommitted(receipt))
    receipts.giveBack(receipt)
    return isCommitted
  }
  const begin = async <T>(receipt: Receipt, work: (query: Query) => Promise<T>) => {
    try {
      return await transactions.write(receipt, work)
    } catch (error) {
      // The server may not have noticed the lost connection. Until it does, that transaction holds its receipt.
      if (!isConnectionLost(error)) receipts.giveBack(receipt)
      throw error
    }
  }
  const transact = async <T>({ lane, once }: WriteOrder<T>, work: (query: Query) => Promise<T>): Promise<T> => {
    const receipt = receipts.take()
    const outcome = await begin(receipt, work)
    if (outcome.state === 'committed') {
      receipts.giveBack(receipt)
      return outcome.result
    }
    try {
      if (await wasCommitted(receipt)) return outcome.result
    } catch (cause) {
      once?.unconfirmed.remember(lane, { request: once.request, receipt, result: outcome.result })
      throw inDoubt(server, cause, once !== undefined)
    }
    throw outcome.cause
  }

  return {
    async read(statement) {
      assertOpen()
      return retryTransient(() => readShared(statement))
    },
    async readWithin(limitMs, statement) {
      assertOpen()
      return retryTransient(() => transactions.readWithin(limitMs, statement))
    },
    async write(order, work) {
      assertOpen()
      return lanes.run(order.lane, async () => {
        const commit = order.once?.unconfirmed.recall(order.lane, order.once.request)
        const isDone = commit && (await wasCommitted(commit.receipt))
        order.once?.unconfirmed.forget(order.lane)
        if (isDone) return commit.result
        await order.prepare?.()
        return retryTransient(() => transact(order, work))
      })
    },
    close() {
      closing ??= lanes.settled().then(async () => {
        await deleteReceipts(options, receipts.ids(), qualify)
        if (options.ownsPool) await pool.end()
      })
      return closing
    },
    isClosed: () => closing !== undefined,
  }
}

/**
 * Deletes receipts that are no longer needed. If the server is unreachable, they remain until a store is opened a day
 * later.
 */
async function deleteReceipts(
  { pool, logger, server }: ConnectionOptions,
  ids: readonly string[],
  qualify: (text: string) => string,
): Promise<void> {
  if (ids.length === 0) return
  try {
    await runOnClient(pool, (client) =>
      createQuery(client, qualify)(positional('delete from receipts where id = any(?)', [ids])),
    )
  } catch (error) {
    logger.log('debug', 'could not delete unused receipts', { server, reason: String(error) })
  }
}

function inDoubt(server: string, cause: unknown, isRemembered: boolean): StoreError {
  const advice = isRemembered
    ? 'try again, nothing is stored twice'
    : 'check whether it was stored before you try again'
  return new StoreError(
    'unavailable',
    `The connection to ${server} was lost during a write and did not come back: ${advice}.`,
    { cause },
  )
}
