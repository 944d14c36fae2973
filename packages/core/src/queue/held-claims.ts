import { describeError, StoreError } from '../contracts/errors/errors.js'
import type { ClaimedItem, WorkItemRef } from '../contracts/sessions/work-queue.js'
import type { Logger } from '../contracts/values/logger.js'
import type { WorkTable } from './work-table.js'

export interface HeldClaimsOptions {
  readonly table: Pick<WorkTable, 'renew'>
  readonly claimMs: number
  readonly logger: Logger
  readonly monotonic: () => number
  /** The clock by which claims expire. */
  readonly now: () => number
}

/** Holds the claims of one worker: renews them, and aborts the signals of those that are lost. */
export class HeldClaims implements Disposable {
  readonly #options: HeldClaimsOptions
  readonly #held = new Map<number, { readonly item: ClaimedItem; readonly lose: (reason: unknown) => void }>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewedAt: Instant
  #isDisposed = false

  constructor(options: HeldClaimsOptions) {
    this.#options = options
    this.#renewedAt = this.#instant()
    this.#schedule()
  }

  get size(): number {
    return this.#held.size
  }

  /** Adds a claim. @returns a signal that is aborted when the claim is lost. */
  add(item: ClaimedItem): AbortSignal {
    const controller = new AbortController()
    this.#held.set(item.fence, { item, lose: (reason) => controller.abort(reason) })
    return controller.signal
  }

  delete({ fence }: ClaimedItem): void {
    this.#held.delete(fence)
  }

  /**
   * Renews the claims if the clock was set forward since they were renewed, as when a machine wakes from sleep. Otherwise they would count as expired,
   * and this process would take its own items again. Call it before each search for items.
   */
  async renewAfterClockStep(): Promise<void> {
    const { now, monotonic, claimMs } = this.#options
    const stepMs = now() - this.#renewedAt.nowMs - (monotonic() - this.#renewedAt.monotonicMs)
    if (stepMs > claimMs / 3) await this.#renew()
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.#renewInTime(), this.#options.claimMs / 3)
  }

  async #renewInTime(): Promise<void> {
    await this.#renew()
    this.#schedule()
  }

  #instant(): Instant {
    return { monotonicMs: this.#options.monotonic(), nowMs: this.#options.now() }
  }

  async #renew(): Promise<void> {
    const { table, claimMs, logger, monotonic } = this.#options
    const startedAt = this.#instant()
    try {
      const items = [...this.#held.values()].map(({ item }) => item)
      const lost = items.length > 0 ? await table.renew(items, claimMs) : []
      this.#renewedAt = startedAt
      for (const item of lost) this.#lose(item)
    } catch (error) {
      logger.log('warn', `Claims of the work queue could not be renewed: ${describeError(error)}`)
      // Other workers may have taken the items, and the store cannot be asked.
      if (monotonic() - this.#renewedAt.monotonicMs > claimMs)
        for (const { item } of this.#held.values()) this.#lose(item)
    }
  }

  #lose(item: ClaimedItem): void {
    this.#held.get(item.fence)?.lose(lostItem(item))
  }
}

interface Instant {
  readonly monotonicMs: number
  readonly nowMs: number
}

/** Returns the error of a write that settles an item which was not put and whose id was used before. */
export function usedItem({ queue, id }: WorkItemRef): StoreError {
  return new StoreError('fenced', `Item "${id}" of the queue "${queue}" is there already: another process works on it.`)
}

/** Returns the error of a write that settles an item whose claim was lost. */
export function lostItem({ queue, id }: Pick<ClaimedItem, 'queue' | 'id'>): StoreError {
  return new StoreError(
    'fenced',
    `The claim of item "${id}" of the queue "${queue}" was lost to another worker: stop working on it.`,
  )
}
