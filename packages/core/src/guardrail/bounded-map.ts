/** Remembers the newest entries by key and forgets the oldest: what a model writes must not grow a map without end. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** The entry of the key, made when there is none, which is from now on the newest. */
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
