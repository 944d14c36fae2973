import type { LargeFields } from '../rows/from-row.js'

/** The large fields of sessions, equal ones once: those of an agent mostly have the same tools and prompt. */
export class SharedFields {
  readonly #most: number
  readonly #fields = new Map<number, LargeFields>()
  #last = 0

  /** @param most How many different ones are kept: those that were used last. */
  constructor(most: number) {
    this.#most = most
  }

  /** The number that {@link of} takes, as long as the fields are kept. */
  add(fields: LargeFields): number {
    const known = this.#fields.entries().find(([, each]) => isSame(each, fields))
    if (known) return this.#keep(...known)
    const number = this.#keep(++this.#last, fields)
    const [oldest] = this.#fields.keys()
    if (this.#fields.size > this.#most && oldest !== undefined) this.#fields.delete(oldest)
    return number
  }

  of(number: number): LargeFields | undefined {
    const fields = this.#fields.get(number)
    if (fields) this.#keep(number, fields)
    return fields
  }

  #keep(number: number, fields: LargeFields): number {
    this.#fields.delete(number)
    this.#fields.set(number, fields)
    return number
  }
}

/** Equal notes are the same object: see `createReadNotes`. */
function isSame(left: LargeFields, right: LargeFields): boolean {
  return (
    left.notes === right.notes && left.contextState === right.contextState && left.systemPrompt === right.systemPrompt
  )
}
