/**
 * Caches a value for `ms` milliseconds. A failure is not cached.
 *
 * @param monotonic A clock in milliseconds. Default: `performance.now`.
 */
export function cachedFor<Value>(
  ms: number,
  find: () => Promise<Value>,
  monotonic: () => number = () => performance.now(),
): () => Promise<Value> {
  let known: { readonly value: Promise<Value>; readonly untilMs: number } | undefined
  return () => {
    const now = monotonic()
    if (known && now < known.untilMs) return known.value
    const found = { value: find(), untilMs: now + ms }
    known = found
    found.value.catch(() => {
      if (known === found) known = undefined
    })
    return found.value
  }
}
