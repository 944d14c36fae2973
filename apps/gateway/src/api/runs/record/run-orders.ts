import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JsonValue, StoreError } from '@hermes/core'
import type { WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'

/** What a client wants from a running run. */
const runOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop'), reason: z.string() }),
  z.object({ kind: z.literal('steer'), text: z.string() }),
])
const orderOutcome = z.enum(['done', 'refused'])

export type RunOrder = z.output<typeof runOrder>
/** The outcome of an order. `refused`: the run has ended, or cannot accept it now. */
export type OrderOutcome = z.output<typeof orderOutcome>

/** Delivers orders through the store to the process that runs a turn, because only that process can stop or steer it. */
export interface RunOrders {
  /** Sends an order. @returns the outcome once the order is carried out, or `undefined` if no process took it. */
  send(runId: string, order: RunOrder): Promise<OrderOutcome | undefined>
  /** Carries out orders for the runs of this process, until `signal` is aborted. */
  work(options: OrderWork): Promise<void>
}

export interface OrderWork {
  /** The ids of the runs that wait or run in this process. */
  readonly runsHere: () => readonly string[]
  /** Carries out an order. `id` is the same if it is carried out again after a crash. */
  readonly carryOut: (runId: string, order: RunOrder, id: string) => Promise<OrderOutcome>
  readonly signal: AbortSignal
}

export interface RunOrdersOptions {
  readonly queue: WorkQueue
  /** The table for outcomes. */
  readonly values: ValueTable
  /** How long an order waits for the process of its run, in milliseconds. Default: 5000. */
  readonly waitMs?: number
}

export const ordersQueue = 'api-run-orders'
const outcomes = 'api.run-order-outcomes'
const defaultWaitMs = 5_000
const pollMs = { least: 20, most: 250 }
/** Age from which orders and outcomes count as left by a dead process, in milliseconds. */
const leftMs = 10 * 60_000

export function createRunOrders({ queue, values, waitMs = defaultWaitMs }: RunOrdersOptions): RunOrders {
  const forget = (id: string) => values.update(outcomes, id, () => undefined, { isVolatile: true })

  async function outcomeOf(id: string): Promise<OrderOutcome | undefined> {
    const sentAt = performance.now()
    for (let polls = 0; ; polls++) {
      const stored = orderOutcome.safeParse(await values.get(outcomes, id))
      if (stored.success) return stored.data
      // An order that a process has taken can no longer be removed.
      const isLate = performance.now() - sentAt > waitMs
      if (isLate && (await queue.remove({ queue: ordersQueue, id }))) return undefined
      await sleep(Math.min(pollMs.most, pollMs.least * 1.5 ** polls))
    }
  }

  async function forgetLeft(): Promise<void> {
    const before = Date.now() - leftMs
    const [orders, left] = await Promise.all([queue.list({ queue: ordersQueue }), values.list(outcomes)])
    for (const { id, putAtMs } of orders) if (putAtMs < before) await queue.remove({ queue: ordersQueue, id })
    for (const { key, updatedAtMs } of left) if (updatedAtMs < before) await forget(key)
  }

  return {
    async send(runId, order) {
      await forgetLeft()
      const id = randomUUID()
      await queue.put({ queue: ordersQueue, lane: runId, id, payload: order }, { isVolatile: true })
      const outcome = await outcomeOf(id)
      if (outcome) await forget(id)
      return outcome
    },
    async work({ runsHere, carryOut, signal }) {
      await queue.work(
        ordersQueue,
        async ({ id, lane, payload }) => {
          const outcome = await carryOut(lane, orderIn(payload), id)
          await values.update(outcomes, id, () => outcome, { isVolatile: true })
        },
        { signal, lanes: runsHere, concurrency: Number.MAX_SAFE_INTEGER },
      )
    },
  }
}

function orderIn(payload: JsonValue): RunOrder {
  const order = runOrder.safeParse(payload)
  if (order.success) return order.data
  throw new StoreError('corrupt', 'An order for a run cannot be read: it was written by another version.', {
    cause: order.error,
  })
}
