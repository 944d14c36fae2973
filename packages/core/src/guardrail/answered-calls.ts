import type { ToolCall } from '../contracts/model/message.js'
import type { Observation } from './observation.js'

/** All calls of one answer of the model. */
export class AnsweredCalls {
  readonly #seen: readonly Observation[]
  readonly #lines: number
  #results: number | undefined

  constructor(seen: readonly Observation[]) {
    this.#seen = seen
    this.#lines = joined(seen.map(({ lines }) => lines))
  }

  /** The number of the answer. */
  get answer(): number {
    return this.#seen[0]?.answer ?? 0
  }

  /** The distinct calls. */
  get calls(): readonly ToolCall[] {
    return [...this.#byKey().values()].map(({ call }) => call)
  }

  /**
   * Whether the answer makes the same calls as another one, with the same results. Calls that may repeat are never the
   * same.
   */
  repeats(other: AnsweredCalls): boolean {
    // Known facts are compared first: answers nearly always differ, and a key requires parsing the arguments.
    if (this.#lines !== other.#lines || this.#seen.some(({ kind }) => kind === 'wait')) return false
    return this.#resultsKey() === other.#resultsKey() && this.#key() === other.#key()
  }

  #resultsKey(): number {
    this.#results ??= joined(this.#seen.map(({ resultKey }) => resultKey))
    return this.#results
  }

  #key(): string {
    return [...this.#byKey().keys()].sort().join(' ')
  }

  #byKey(): ReadonlyMap<string, Observation> {
    return new Map(this.#seen.map((one) => [`${one.callKey}:${one.resultKey}`, one]))
  }
}

/** Combines numbers to a value that is equal for equal sets. */
function joined(numbers: readonly number[]): number {
  return [...new Set(numbers)].reduce((hash, number) => hash ^ number, 0)
}
