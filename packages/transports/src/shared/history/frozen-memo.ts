/** Returns the cached value for `source`, or creates it with `make`. */
export type FrozenMemo<Source extends object, Value> = (source: Source, key: string, make: () => Value) => Value

/**
 * Creates a cache of one value per object, by identity. A value is recreated when `key`, which covers its other
 * dependencies, changes. Objects that are not frozen may change, so they are not cached.
 */
export function createFrozenMemo<Source extends object, Value>(): FrozenMemo<Source, Value> {
  const memory = new WeakMap<Source, { readonly key: string; readonly value: Value }>()
  return (source, key, make) => {
    const known = memory.get(source)
    if (known?.key === key) return known.value
    const value = make()
    if (Object.isFrozen(source)) memory.set(source, { key, value })
    return value
  }
}
