import type { RunBook } from '../runs/record/run-book.js'
import type { RunRecord } from '../runs/record/run-record.js'

/** The right of a response to continue the session of an earlier one. Only one response has it, and the others continue in branches. */
export class Continuation {
  readonly #runs: Pick<RunBook, 'continue' | 'abandon'>
  #reserved: { readonly run: RunRecord; readonly by: string } | undefined

  constructor(runs: Pick<RunBook, 'continue' | 'abandon'>) {
    this.#runs = runs
  }

  /**
   * @param by The id of the response that follows.
   * @returns whether it has the right.
   */
  async reserve(run: RunRecord, by: string): Promise<boolean> {
    const isReserved = await this.#runs.continue(run, by)
    if (isReserved) this.#reserved = { run, by }
    return isReserved
  }

  /** Releases the right, if this response has it, because the response was not started. */
  async abandon(): Promise<void> {
    if (this.#reserved) await this.#runs.abandon(this.#reserved.run, this.#reserved.by)
  }
}
