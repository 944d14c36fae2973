/**
 * Returns a function that creates a value at the first call and caches it. An attempt that throws is repeated at the
 * next call.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
