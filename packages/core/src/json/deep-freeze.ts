/** Freezes a plain JSON value with all nested values. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) for (const item of value) deepFreeze(item)
  // Every message is frozen, and `Object.values` creates an array, which takes more than twice as long.
  else for (const key in value) deepFreeze(value[key])
  return Object.freeze(value)
}
