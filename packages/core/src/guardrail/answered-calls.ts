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

  /** The calls, each one once. */
  get calls(): readonly ToolCall[] {
    return [...this.#byKey().values()].map(({ call }) => call)
  }

  /** Whether it makes the same calls as another answer, with the same results. Calls that may repeat are never the same. */
  repeats(other: AnsweredCalls): boolean {
    // What is known first: answers nearly always differ, and a key takes parsing the arguments.
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

/** Equal for equal sets of numbers. */
function joined(numbers: readonly number[]): number {
  return [...new Set(numbers)].reduce((hash, number) => hash ^ number, 0)
}
