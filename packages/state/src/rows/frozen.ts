/** Freezes a value of plain objects, arrays and primitives all the way down. For values without other references. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) if (typeof member === 'object') freeze(member)
  return Object.freeze(value)
}

/**
 * The same value, frozen all the way down. What is frozen already keeps its identity, what a caller may still change is
 * copied: freezing a caller's own objects would make them fail far from here.
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
