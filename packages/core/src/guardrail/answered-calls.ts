import type { ToolCall } from '../contracts/message.js'
import type { Observation } from './observation.js'

/** All calls of one answer of the model. */
export class AnsweredCalls {
  readonly #seen: readonly Observation[]
  /** Equal for answers with the same results, whatever their order. */
  readonly #results: number

  constructor(seen: readonly Observation[]) {
    this.#seen = seen
    this.#results = [...new Set(seen.map(({ resultKey }) => resultKey))].reduce((hash, key) => hash ^ key, 0)
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
    // The results first: they are known, and nearly always differ.
    if (this.#results !== other.#results || this.#seen.some(({ kind }) => kind === 'wait')) return false
    return this.#key() === other.#key()
  }

  #key(): string {
    return [...this.#byKey().keys()].sort().join(' ')
  }

  #byKey(): ReadonlyMap<string, Observation> {
    return new Map(this.#seen.map((one) => [`${one.callKey}:${one.resultKey}`, one]))
  }
}
