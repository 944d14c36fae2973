import { describeError, StoreError } from '../contracts/errors/errors.js'
import { Bell } from './bell.js'
import { createChore } from './chore.js'
import { Handlers } from './handlers.js'
import { HeldClaims } from './held-claims.js'
import { defaultAttempts, defaultMaxDelayMs } from './retry.js'
import { type ClaimedWork, isChosen } from './work-table.js'
import type { WorkerOptions } from './worker-options.js'

const defaultClaimMs = 30_000
const weekMs = 7 * 24 * 3_600_000
/** How often a worker recovers the items of dead processes and forgets old finished ones. */
const rescueMs = 2000
const pruneMs = 600_000
/**
 * How long the store is not asked after a step, because a ring is likelier to come soon than an item is to become due without
 * one.
 */
const settleMs = 25
/**
 * How many claims count as one attempt, because any item that was running at the time of a crash may have caused it.
 */
const claimsPerAttempt = 4
/** The retry delay while the store is unavailable. */
const outageMs = { least: 250, most: 10_000 }

/** A reserved place for an item that is claimed as it is put. */
export interface WorkerPlace {
  readonly claimMs: number
  /** Takes the place. Call it once. Absent: there was nothing to claim. */
  take(work?: ClaimedWork): void
}

/** Hands out items until its signal is aborted and the last handler has ended. */
export class Worker {
  readonly #options: WorkerOptions
  readonly #bell = new Bell()
  readonly #claims: HeldClaims
  readonly #handlers: Handlers
  #hasBegun = false
  /** Whether something may be ready that the worker has not looked for. */
  #isWoken = false
  #lookedAt = Number.NEGATIVE_INFINITY
  readonly #chores: readonly (() => Promise<void>)[]

  constructor(options: WorkerOptions) {
    const {
      table,
      queue,
      monotonic,
      options: { claimMs = defaultClaimMs, retentionMs = weekMs, retry },
    } = options
    this.#options = options
    this.#claims = new HeldClaims({ ...options, claimMs })
    this.#handlers = new Handlers(options, this.#claims, this.#bell.ring)
    this.#chores = [
      createChore(rescueMs, monotonic, () => table.rescue(queue, retry?.maxDelayMs ?? defaultMaxDelayMs)),
      createChore(pruneMs, monotonic, () => table.prune(queue, retentionMs)),
    ]
  }

  async run(): Promise<void> {
    const {
      table,
      queue,
      options: { signal },
    } = this.#options
    const unwatch = table.watch(queue, this.#wake)
    signal.addEventListener('abort', this.#wake, { once: true })
    try {
      await this.#steps()
    } finally {
      unwatch()
      signal.removeEventListener('abort', this.#wake)
      await this.#handlers.ended()
      this.#claims[Symbol.dispose]()
    }
  }

  /**
   * Reserves a place. Returns `undefined` when there is no room, or the worker does not take items of the lane as they
   * are put.
   */
  reserve(lane: string): WorkerPlace | undefined {
    const { signal, lanes, leaves, claimMs = defaultClaimMs } = this.#options.options
    if (!this.#hasBegun || signal.aborted || lanes || this.#room === 0) return undefined
    if (leaves && !isChosen(lane, { leaves: leaves() })) return undefined
    const take = this.#handlers.reserve()
    return {
      claimMs,
      take: (work) => {
        take(work)
        if (signal.aborted) this.#bell.ring()
      },
    }
  }

  readonly #wake = (): void => {
    this.#isWoken = true
    this.#bell.ring()
  }

  async #steps(): Promise<void> {
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

  get #isOver(): boolean {
    return this.#options.options.signal.aborted && this.#handlers.isIdle
  }

  get #room(): number {
    return Math.max(0, (this.#options.options.concurrency ?? 16) - this.#handlers.size)
  }

  /** Performs a step. @returns 0 when there may be more work now, otherwise how long no item is expected to be due. */
  async #step(): Promise<number> {
    const {
      table,
      queue,
      options: { signal, claimMs = defaultClaimMs, retry },
    } = this.#options
    await this.#claims.renewAfterClockStep()
    if (!signal.aborted) for (const chore of this.#chores) await chore()
    this.#hasBegun = true
    const { lanes: lanesOf, leaves: leavesOf } = this.#options.options
    const [lanes, leaves = []] = [lanesOf?.(), leavesOf?.()]
    const choice = { ...(lanes && { lanes }), ...(leaves.length > 0 && { leaves }) }
    const mayClaim = !signal.aborted && lanes?.length !== 0
    const limit = mayClaim ? this.#room : 0
    const endings = this.#handlers.takeEndings()
    if (endings.length === 0) {
      const readyInMs = limit === 0 ? undefined : await table.readyInMs(queue, choice)
      if (readyInMs !== 0) return readyInMs ?? Number.POSITIVE_INFINITY
    }
    try {
      const mostClaims = claimsPerAttempt * (retry?.attempts ?? defaultAttempts)
      const from = endings.length === 0 || this.#mustLook() ? 'all' : 'freed'
      const step = {
        queue,
        endings,
        limit,
        from,
        claimMs,
        mostClaims,
        wake: this.#wake,
        ...choice,
      } as const
      const claimed = await table.advance(step)
      for (const work of claimed) this.#handlers.start(work)
      if (claimed.length >= limit) this.#isWoken = true
      return claimed.length < limit ? settleMs : 0
    } catch (error) {
      this.#handlers.giveBack(endings)
      throw error
    }
  }

  /**
   * Whether to search all lanes. A busy worker records endings all the time, and still searches all lanes every few
   * milliseconds.
   */
  #mustLook(): boolean {
    const now = this.#options.monotonic()
    if (!this.#isWoken && now - this.#lookedAt < settleMs) return false
    this.#isWoken = false
    this.#lookedAt = now
    return true
  }

  /** Pauses before the next poll. @returns the maximum wait before the poll after that. */
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
