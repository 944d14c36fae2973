export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  /** Sets the value of a key. `undefined` deletes the key. */
  set(key: string, value: Value | undefined): void
}

/** Creates a map that keeps the `most` most recently set keys. Default: 1,000. */
export function createBoundedMap<Value>(most = 1_000): BoundedMap<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      if (value === undefined) return
      entries.set(key, value)
      if (entries.size <= most) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
  }
}
