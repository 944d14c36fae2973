import { type Logger, StoreError } from '@hermes/core'
import type { PostgresPool } from './client.js'
import type { Doubts } from './doubts.js'
import { createLanes } from './lanes.js'
import type { Persist } from './persistence.js'
import { createReceipts, type Receipt } from './receipts.js'
import { createQuery, type Query, runOnClient } from './run-on-client.js'
import { createQualify, positional, type Statement } from './sql.js'
import { createTransactions } from './transactions.js'
import { isConnectionLost } from './translate-error.js'

/** The one way to the server: keeps the order of writes, outlasts a server that is away, speaks {@link StoreError}. */
export interface PostgresConnection {
  /** One statement that changes nothing. */
  read<Row>(statement: Statement): Promise<readonly Row[]>
  /** The same, but the server gives it up after `limitMs`. */
  readWithin<Row>(limitMs: number, statement: Statement): Promise<readonly Row[]>
  /** One transaction, all or nothing. `work` may run more than once, but only one run counts. */
  write<T>(order: WriteOrder<T>, work: (query: Query) => Promise<T>): Promise<T>
  /** Finishes the writes that were asked for and lets the server go. May be repeated. */
  close(): Promise<void>
  isClosed(): boolean
}

export interface WriteOrder<T> {
  /** Writes of one lane keep the order of the calls. */
  readonly lane: string
  /** What is asked for, and where it is remembered if its outcome stays unknown: for what must not be done twice. */
  readonly once?: { readonly request: unknown; readonly doubts: Doubts<T> }
}

export interface ConnectionOptions {
  readonly pool: PostgresPool
  /** Whether the pool ends with the connection. */
  readonly ownsPool: boolean
  readonly schema: string
  /** How it is called in sentences: without user and password. */
  readonly server: string
  readonly patienceMs: number
  readonly persist: Persist
  readonly generateId: () => string
  readonly logger: Logger
}

export function createConnection(options: ConnectionOptions): PostgresConnection {
  const { pool, persist, server } = options
  const qualify = createQualify(options.schema)
  const transactions = createTransactions({ ...options, qualify })
  const receipts = createReceipts(options.generateId)
  const lanes = createLanes()
  let closing: Promise<void> | undefined

  const assertOpen = () => {
    if (closing) throw new StoreError('unavailable', 'The session store is closed: open it again to go on.')
  }
  const wasCommitted = async (receipt: Receipt) => {
    const isCommitted = await persist(() => transactions.wasCommitted(receipt))
    receipts.giveBack(receipt)
    return isCommitted
  }
  const begin = async <T>(receipt: Receipt, work: (query: Query) => Promise<T>) => {
    try {
      return await transactions.write(receipt, work)
    } catch (error) {
      // The server may not know yet that the connection is gone: until then that transaction holds its receipt.
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
      once?.doubts.remember(lane, { request: once.request, receipt, result: outcome.result })
      throw inDoubt(server, cause, once !== undefined)
    }
    throw outcome.cause
  }

  return {
    async read(statement) {
      assertOpen()
      return persist(() =>
        runOnClient(pool, async (client) => (await createQuery(client, qualify)<never>(statement)).rows),
      )
    },
    async readWithin(limitMs, statement) {
      assertOpen()
      return persist(() => transactions.readWithin(limitMs, statement))
    },
    async write(order, work) {
      assertOpen()
      return lanes.run(order.lane, async () => {
        const doubt = order.once?.doubts.recall(order.lane, order.once.request)
        const isDone = doubt && (await wasCommitted(doubt.receipt))
        order.once?.doubts.forget(order.lane)
        return isDone ? doubt.result : persist(() => transact(order, work))
      })
    },
    close() {
      closing ??= lanes.settled().then(async () => {
        await leave(options, receipts.ids(), qualify)
        if (options.ownsPool) await pool.end()
      })
      return closing
    },
    isClosed: () => closing !== undefined,
  }
}

/** These receipts are no longer needed. If the server is unreachable they stay until a store is opened a day later. */
async function leave(
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
    logger.log('debug', 'receipts were left behind', { server, reason: String(error) })
  }
}

function inDoubt(server: string, cause: unknown, isRemembered: boolean): StoreError {
  const advice = isRemembered ? 'try again, nothing is stored twice' : 'look whether it was stored before you try again'
  return new StoreError(
    'unavailable',
    `The connection to ${server} was lost in the middle of storing and did not come back: ${advice}.`,
    { cause },
  )
}
