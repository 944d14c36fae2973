/**
 * A map that keeps the newest entries and drops the oldest, so that the output of a model cannot make it grow without
 * bound.
 */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Gets the entry of the key, or creates it, and makes it the newest. */
  touch(key: Key, create: () => Value): Value {
    const value = this.#entries.get(key) ?? create()
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#max) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    return value
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
