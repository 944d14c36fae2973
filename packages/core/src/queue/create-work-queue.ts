import { type Logger, silentLogger } from '../contracts/logger.js'
import type { WorkQueue } from '../contracts/work-queue.js'
import { runWorker } from './run-worker.js'
import type { WorkTable } from './work-table.js'

export interface WorkQueueServices {
  /** Default: silent. */
  readonly logger?: Logger
  /** Jitter for retries, from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number
  /** A monotonic clock in milliseconds. Default `performance.now`. */
  readonly monotonic?: () => number
}

/** Creates a work queue on top of the table of a store. For authors of stores. */
export function createWorkQueue(table: WorkTable, services: WorkQueueServices = {}): WorkQueue {
  const { logger = silentLogger, random = Math.random, monotonic = () => performance.now() } = services
  return {
    put: (item, options) => table.put(item, options),
    work: (queue, handle, options) => runWorker({ table, queue, handle, options, logger, random, monotonic }),
    get: (ref) => table.get(ref),
    list: (query = {}) => table.list(query),
    replay: (ref) => table.replay(ref),
    remove: (ref) => table.remove(ref),
  }
}
