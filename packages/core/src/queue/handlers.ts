import type { WorkItem } from '../contracts/sessions/work-queue.js'
import type { HeldClaims } from './held-claims.js'
import { outcomeOfFailure } from './retry.js'
import type { ClaimedWork, WorkEnding, WorkOutcome } from './work-table.js'
import type { WorkerOptions } from './worker-options.js'

/** The running handlers of a worker, and the endings of those that the store has not recorded yet. */
export class Handlers {
  readonly #options: WorkerOptions
  readonly #claims: HeldClaims
  readonly #onEnd: () => void
  readonly #running = new Set<Promise<void>>()
  #endings: WorkEnding[] = []
  #reserved = 0

  constructor(options: WorkerOptions, claims: HeldClaims, onEnd: () => void) {
    this.#options = options
    this.#claims = claims
    this.#onEnd = onEnd
  }

  /** The number of running handlers and reserved places. */
  get size(): number {
    return this.#running.size + this.#reserved
  }

  /** Whether nothing runs and the store has recorded all endings. */
  get isIdle(): boolean {
    return this.size === 0 && this.#endings.length === 0
  }

  start(work: ClaimedWork): void {
    const handler = this.#handle(work).then((ending) => {
      this.#endings.push(ending)
      this.#running.delete(handler)
      this.#onEnd()
    })
    this.#running.add(handler)
  }

  /** Reserves a place. Call the returned function once, with the work if there is any. */
  reserve(): (work?: ClaimedWork) => void {
    this.#reserved += 1
    return (work) => {
      this.#reserved -= 1
      if (work) this.start(work)
    }
  }

  takeEndings(): readonly WorkEnding[] {
    const endings = this.#endings
    this.#endings = []
    return endings
  }

  /** Returns endings that could not be stored. */
  giveBack(endings: readonly WorkEnding[]): void {
    this.#endings.unshift(...endings)
  }

  async ended(): Promise<void> {
    await Promise.all(this.#running)
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
}
