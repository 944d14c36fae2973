/** Gives what was made of `source` before, or makes it. */
export type FrozenMemo<Source extends object, Value> = (source: Source, key: string, make: () => Value) => Value

/**
 * Remembers one value per object, by identity, and makes it again when `key` (whatever else it depends on) is another.
 * Objects that are not frozen may change, so nothing is remembered of them.
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
