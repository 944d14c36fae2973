/** Deeply freezes a value of plain objects, arrays and primitives that is not referenced elsewhere. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) if (typeof member === 'object') freeze(member)
  return Object.freeze(value)
}

/**
 * Returns a deeply frozen equal value. Frozen parts keep their identity; mutable parts are copied, because freezing the
 * caller's objects would make later writes to them fail.
 */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || isDeepFrozen(value)) return value
  const copy: T = Array.isArray(value) ? Object.assign([], value) : { ...value }
  for (const key in copy) copy[key] = frozenCopy(copy[key])
  return Object.freeze(copy)
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen)
}
