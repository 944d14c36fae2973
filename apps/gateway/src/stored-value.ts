import type { JsonValue } from '@hermes/core'
import type { ZodType } from 'zod'

/**
 * Returns a value of the store, or `undefined` if there is none or it does not match the schema. Most keys have no value, and these skip the
 * schema, because the result of a failed parse stays in memory until a major garbage collection.
 */
export function storedValue<Value>(schema: ZodType<Value>, value: JsonValue | undefined): Value | undefined {
  return value === undefined ? undefined : schema.safeParse(value).data
}
