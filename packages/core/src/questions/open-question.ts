import type { QuestionSurface } from '../contracts/agent/question-desk.js'
import { HermesError } from '../contracts/errors/errors.js'
import type { Question, QuestionAnswer, QuestionTable, Settlement } from '../contracts/sessions/question.js'
import type { Logger } from '../contracts/values/logger.js'
import { checkAnswer } from './check-answer.js'
import { describeEnd } from './describe-end.js'

export interface OpenQuestionOptions {
  readonly question: Question
  readonly table: QuestionTable
  readonly now: () => number
  /** Extends the hold on the question so that it does not lapse. */
  readonly hold: () => Promise<void>
  readonly logger: Logger
}

/** A question that a run of this process waits for. Every outcome goes through the table, which is authoritative. */
export class OpenQuestion {
  readonly question: Question
  /** Resolves to the settled question. Rejects when the table fails: no answer can then be trusted. */
  readonly ended: Promise<Question>
  readonly #options: OpenQuestionOptions
  readonly #surfaces = new Set<QuestionSurface>()
  readonly #over = new AbortController()
  readonly #resolve: (question: Question) => void
  readonly #reject: (error: unknown) => void

  constructor(options: OpenQuestionOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<Question>()
    this.question = options.question
    this.ended = promise
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
  }

  /** Settles the question unless it has been settled. @returns whether this call settled it. */
  async settle(settlement: Settlement): Promise<boolean> {
    const { question } = this
    const { table } = this.#options
    try {
      const settled = await table.settle(question.id, settlement)
      if (settled) this.#end(settled)
      else await this.look()
      return settled !== undefined
    } catch (error) {
      this.fail(error)
      return false
    }
  }

  async answer(answer: QuestionAnswer, answeredBy: string): Promise<boolean> {
    checkAnswer(this.question, answer)
    // The hold may have lapsed while the machine slept, although this process still waits.
    await this.#options.hold()
    return this.settle({ state: 'answered', answer, answeredBy, atMs: this.#options.now() })
  }

  /** Settles with the default, because the deadline has passed or no surface is left. */
  expire(): Promise<boolean> {
    const { defaultAnswer: answer } = this.question
    return this.settle({ state: 'expired', ...(answer && { answer }), atMs: this.#options.now() })
  }

  withdraw(): Promise<boolean> {
    return this.settle({ state: 'withdrawn', atMs: this.#options.now() })
  }

  /** Checks whether another process has settled the question. */
  async look(): Promise<void> {
    const { question } = this
    const { table, now } = this.#options
    const stored = await table.get(question.id)
    if (!stored) this.#end({ ...question, state: 'withdrawn', settledAtMs: now() })
    else if (stored.state !== 'open') this.#end(stored)
  }

  fail(error: unknown): void {
    this.#reject(error)
    this.#over.abort(error)
  }

  async put(surface: QuestionSurface): Promise<void> {
    this.#surfaces.add(surface)
    if (!surface.ask) return
    const { signal } = this.#over
    try {
      const answer = await surface.ask(this.question, { signal })
      if (answer && !signal.aborted) await this.answer(answer, surface.name)
    } catch (error) {
      if (!signal.aborted) this.#report(surface, error)
    }
    await this.lose(surface)
  }

  /** Called when a surface can no longer answer the question. */
  async lose(surface: QuestionSurface): Promise<void> {
    const isLast = this.#surfaces.delete(surface) && this.#surfaces.size === 0
    if (isLast && !this.#over.signal.aborted) await this.expire()
  }

  #end(settled: Question): void {
    this.#resolve(settled)
    this.#over.abort(new HermesError('question/settled', describeEnd(settled)))
  }

  #report({ name }: QuestionSurface, error: unknown): void {
    this.#options.logger.log('warn', 'A surface could not show a question.', { surface: name, error: String(error) })
  }
}
