import type { NewWorkItem, PutOptions, WorkHandler, WorkOptions, WorkQueue } from '../contracts/sessions/work-queue.js'
import { type Logger, silentLogger } from '../contracts/values/logger.js'
import type { WorkTable } from './work-table.js'
import { Worker, type WorkerPlace } from './worker.js'

export interface WorkQueueServices {
  /** Receives log entries. Default: silent. */
  readonly logger?: Logger
  /** Jitter for retries, from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number
  /** A monotonic clock in milliseconds. Default `performance.now`. */
  readonly monotonic?: () => number
  /** The machine's clock in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number
}

/** Creates a work queue on top of the table of a store. For authors of stores. */
export function createWorkQueue(table: WorkTable, services: WorkQueueServices = {}): WorkQueue {
  const { logger = silentLogger, random = Math.random, monotonic = () => performance.now(), now = Date.now } = services
  const workers = new Map<string, Set<Worker>>()

  /** Puts an item, and hands it to a worker of this process immediately if one has room. */
  async function put(item: NewWorkItem, options?: PutOptions): Promise<boolean> {
    const place = table.putAndClaim && item.notBeforeMs === undefined && placeFor(item)
    if (!table.putAndClaim || !place) return table.put(item, options)
    const found = await table.putAndClaim(item, place.claimMs, options).catch((error: unknown) => {
      place.take()
      throw error
    })
    place.take(found?.claimed)
    return found !== undefined
  }

  function placeFor({ queue, lane }: NewWorkItem): WorkerPlace | undefined {
    for (const worker of workers.get(queue) ?? []) {
      const place = worker.reserve(lane)
      if (place) return place
    }
    return undefined
  }

  async function work(queue: string, handle: WorkHandler, options: WorkOptions): Promise<void> {
    const worker = new Worker({ table, queue, handle, options, logger, random, monotonic, now })
    const others = workers.get(queue) ?? new Set()
    workers.set(queue, others.add(worker))
    try {
      await worker.run()
    } finally {
      others.delete(worker)
      if (others.size === 0) workers.delete(queue)
    }
  }

  return {
    put,
    work,
    get: (ref) => table.get(ref),
    list: (query = {}) => table.list(query),
    replay: (ref) => table.replay(ref),
    remove: (ref) => table.remove(ref),
  }
}
