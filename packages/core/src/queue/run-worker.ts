import { describeError, StoreError } from '../contracts/errors.js'
import type { Logger } from '../contracts/logger.js'
import type { WorkHandler, WorkItem, WorkOptions } from '../contracts/work-queue.js'
import { Bell } from './bell.js'
import { createChore } from './chore.js'
import { HeldClaims } from './held-claims.js'
import { defaultAttempts, defaultMaxDelayMs, outcomeOfFailure } from './retry.js'
import type { ClaimedWork, WorkEnding, WorkOutcome, WorkTable } from './work-table.js'

export interface WorkerOptions {
  readonly table: WorkTable
  readonly queue: string
  readonly handle: WorkHandler
  readonly options: WorkOptions
  readonly logger: Logger
  readonly random: () => number
  readonly monotonic: () => number
}

const weekMs = 7 * 24 * 3_600_000
/** How often a worker recovers the items of dead processes and forgets old finished ones. */
const rescueMs = 2000
const pruneMs = 600_000
/** After a step, a ring is likelier to come soon than an item to become due without one: the store is not asked for that long. */
const settleMs = 25
/** A crash may have been caused by any item that was running at the time. */
const claimsPerAttempt = 4
/** Retry delay while the store is unavailable. */
const outageMs = { least: 250, most: 10_000 }

/** Hands out items until its signal is aborted and the last handler has ended. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const worker = new Worker(options)
  const {
    table,
    queue,
    options: { signal },
  } = options
  const unwatch = table.watch(queue, worker.wake)
  signal.addEventListener('abort', worker.wake, { once: true })
  try {
    await worker.run()
  } finally {
    unwatch()
    signal.removeEventListener('abort', worker.wake)
    await worker.end()
  }
}

class Worker {
  readonly #options: WorkerOptions
  readonly #bell = new Bell()
  readonly #claims: HeldClaims
  readonly #handlers = new Set<Promise<void>>()
  readonly #chores: readonly (() => Promise<void>)[]
  /** Finished, but not recorded in the store yet. */
  #endings: WorkEnding[] = []

  constructor(options: WorkerOptions) {
    const {
      table,
      queue,
      monotonic,
      options: { claimMs = 30_000, retentionMs = weekMs, retry },
    } = options
    this.#options = options
    this.#claims = new HeldClaims({ ...options, claimMs })
    this.#chores = [
      createChore(rescueMs, monotonic, () => table.rescue(queue, retry?.maxDelayMs ?? defaultMaxDelayMs)),
      createChore(pruneMs, monotonic, () => table.prune(queue, retentionMs)),
    ]
  }

  get wake(): () => void {
    return this.#bell.ring
  }

  async run(): Promise<void> {
    for (let idleMs = 0, outages = 0; !this.#isOver; ) {
      try {
        const readyInMs = await this.#step()
        outages = 0
        if (readyInMs === 0) idleMs = 0
        else idleMs = await this.#pause(idleMs, readyInMs)
      } catch (error) {
        this.#assertPassing(error)
        await this.#bell.wait(Math.min(outageMs.most, outageMs.least * 2 ** outages++))
      }
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.#handlers)
    this.#claims[Symbol.dispose]()
  }

  get #isOver(): boolean {
    return this.#options.options.signal.aborted && this.#handlers.size === 0 && this.#endings.length === 0
  }

  /** @returns 0 when there may be more work now, otherwise how long no item is expected to be due. */
  async #step(): Promise<number> {
    const {
      table,
      queue,
      options: { signal, concurrency = 16, claimMs = 30_000, retry },
    } = this.#options
    if (!signal.aborted) for (const chore of this.#chores) await chore()
    const lanes = this.#options.options.lanes?.()
    const mayClaim = !signal.aborted && lanes?.length !== 0
    const limit = mayClaim ? Math.max(0, concurrency - this.#handlers.size) : 0
    const endings = this.#endings
    if (endings.length === 0) {
      const readyInMs = limit === 0 ? undefined : await table.readyInMs(queue, lanes)
      if (readyInMs !== 0) return readyInMs ?? Number.POSITIVE_INFINITY
    }
    this.#endings = []
    try {
      const mostClaims = claimsPerAttempt * (retry?.attempts ?? defaultAttempts)
      const step = { queue, endings, limit, claimMs, mostClaims, wake: this.wake, ...(lanes && { lanes }) }
      const claimed = await table.advance(step)
      for (const work of claimed) this.#start(work)
      return claimed.length < limit ? settleMs : 0
    } catch (error) {
      this.#endings.unshift(...endings)
      throw error
    }
  }

  #start(work: ClaimedWork): void {
    const handler = this.#handle(work).then((ending) => {
      this.#endings.push(ending)
      this.#handlers.delete(handler)
      this.#bell.ring()
    })
    this.#handlers.add(handler)
  }

  async #handle({ item, fence }: ClaimedWork): Promise<WorkEnding> {
    const claimed = { queue: item.queue, id: item.id, fence }
    try {
      await this.#options.handle(item, { fence, item: claimed, signal: this.#claims.add(claimed) })
      return { item: claimed, outcome: { status: 'done' } }
    } catch (error) {
      return { item: claimed, outcome: this.#outcomeOf(error, item) }
    } finally {
      this.#claims.delete(claimed)
    }
  }

  #outcomeOf(error: unknown, { id, attempt }: WorkItem): WorkOutcome {
    const { options, random, logger, queue } = this.#options
    if (options.signal.aborted) return { status: 'returned' }
    const outcome = outcomeOfFailure(error, attempt, options.retry, random)
    if (outcome.status === 'dead') logger.log('warn', `An item was given up: ${outcome.error}`, { queue, id, attempt })
    return outcome
  }

  /** @returns the longest wait before the next poll after an idle one. */
  async #pause(idleMs: number, readyInMs: number): Promise<number> {
    const { poll } = this.#options.table
    const limitMs = poll ? Math.max(poll.leastMs, idleMs) : Number.POSITIVE_INFINITY
    const hasRung = await this.#bell.wait(Math.min(readyInMs, limitMs, rescueMs))
    return hasRung || !poll ? 0 : Math.min(poll.mostMs, limitMs * 1.5)
  }

  #assertPassing(error: unknown): void {
    const { table, options, logger, queue } = this.#options
    const isPassing = StoreError.is(error) && /^(unavailable|full)$/.test(error.kind)
    if (!isPassing || table.isClosed() || options.signal.aborted) throw error
    logger.log('warn', `The work queue is waiting for its store: ${describeError(error)}`, { queue })
  }
}
