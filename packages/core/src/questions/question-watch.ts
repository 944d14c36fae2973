import type { StartTimer } from '../contracts/agent/question-desk.js'
import type { QuestionTable } from '../contracts/sessions/question.js'
import type { OpenQuestion } from './open-question.js'
import { holdMs } from './question-ledger.js'

/** How often the table is polled while a question is open. */
export const lookMs = 1000

export interface QuestionWatchOptions {
  readonly deskId: string
  readonly table: QuestionTable
  readonly now: () => number
  readonly startTimer: StartTimer
}

/** Ends open questions at their deadline, or when another process has answered them. */
export class QuestionWatch {
  readonly #options: QuestionWatchOptions
  readonly #open = new Map<string, OpenQuestion>()
  #cancelTimer: (() => void) | undefined
  #heldUntilMs = Number.POSITIVE_INFINITY

  constructor(options: QuestionWatchOptions) {
    this.#options = options
  }

  /** The open questions. */
  get open(): Iterable<OpenQuestion> {
    return this.#open.values()
  }

  get(id: string): OpenQuestion | undefined {
    return this.#open.get(id)
  }

  /** Watches a question until it has ended. */
  async during<Result>(open: OpenQuestion, work: () => Promise<Result>): Promise<Result> {
    const { id, heldUntilMs } = open.question
    this.#open.set(id, open)
    this.#heldUntilMs = Math.min(this.#heldUntilMs, heldUntilMs)
    this.#schedule()
    try {
      return await work()
    } finally {
      this.#open.delete(id)
      this.#schedule()
    }
  }

  /** Extends the hold on the open questions. */
  async hold(): Promise<void> {
    const { table, deskId, now } = this.#options
    this.#heldUntilMs = now() + holdMs
    await table.hold(deskId, this.#heldUntilMs)
  }

  #schedule(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (this.#open.size === 0) return
    const { now, startTimer } = this.#options
    const soonestMs = Math.min(...[...this.#open.values()].map(({ question }) => question.deadlineMs))
    const delayMs = Math.max(0, Math.min(lookMs, soonestMs - now()))
    this.#cancelTimer = startTimer(() => void this.#look(), delayMs)
  }

  async #look(): Promise<void> {
    const seen = [...this.#open.values()]
    try {
      await this.#end(seen)
    } catch (error) {
      // If the table fails, no answer can be trusted, and waiting for one would hang.
      for (const open of seen) open.fail(error)
    }
    this.#schedule()
  }

  async #end(seen: readonly OpenQuestion[]): Promise<void> {
    const { table, deskId, now } = this.#options
    if (this.#heldUntilMs - now() < holdMs / 2) await this.hold()
    const stored = await table.find({ state: 'open', askedBy: deskId })
    const stillOpen = new Set(stored.map(({ id }) => id))
    for (const open of seen) {
      if (!stillOpen.has(open.question.id)) await open.look()
      else if (open.question.deadlineMs <= now()) await open.expire()
    }
  }
}
