import type { JsonValue } from '@hermes/core'

/** Returns the value at a path such as `commits.0.message`, or `undefined` if there is none. */
export function valueAt(data: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Array.isArray(value) ? value[Number(name)] : Object.entries(value).find(([key]) => key === name)?.[1]
  }
  return value
}
