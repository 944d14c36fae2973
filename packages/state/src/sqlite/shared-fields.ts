import type { LargeFields } from '../rows/from-row.js'

/** Keeps the large fields of sessions, storing equal ones once: the sessions of an agent mostly have the same tools and prompt. */
export class SharedFields {
  readonly #most: number
  readonly #fields = new Map<number, LargeFields>()
  #last = 0

  /** @param most Number of different fields to keep: the most recently used ones. */
  constructor(most: number) {
    this.#most = most
  }

  /** Adds fields. Returns the number that {@link of} accepts as long as the fields are kept. */
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

/** Whether the fields are equal. Equal notes are the same object; see `createReadNotes`. */
function isSame(left: LargeFields, right: LargeFields): boolean {
  return (
    left.notes === right.notes && left.contextState === right.contextState && left.systemPrompt === right.systemPrompt
  )
}
