import type { WorkHandler, WorkOptions } from '../contracts/sessions/work-queue.js'
import type { Logger } from '../contracts/values/logger.js'
import type { WorkTable } from './work-table.js'

export interface WorkerOptions {
  readonly table: WorkTable
  readonly queue: string
  readonly handle: WorkHandler
  readonly options: WorkOptions
  readonly logger: Logger
  readonly random: () => number
  readonly monotonic: () => number
  /** Wall clock in milliseconds. */
  readonly now: () => number
}
