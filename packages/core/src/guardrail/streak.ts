import type { Limit } from './limits.js'

export type Severity = 'warn' | 'halt'

/** A repetition in progress. It is only stopped if the model was warned about it in an earlier answer. */
export class Streak {
  count = 0
  #warnedIn: number | undefined

  /** Judges a repetition. @param answer The number of the answer that the repetition belongs to. */
  judge(count: number, { warn, halt }: Limit, answer: number): Severity | undefined {
    this.count = count
    if (count >= halt && this.#warnedIn !== undefined && this.#warnedIn < answer) return 'halt'
    if (count < Math.min(warn, halt)) return undefined
    this.#warnedIn ??= answer
    return 'warn'
  }

  reset(): void {
    this.count = 0
    this.#warnedIn = undefined
  }
}
