import type { JsonValue } from '@hermes/core'
import type { ZodType } from 'zod'

/**
 * A value of the store; `undefined` when there is none, or when it has another form. Most keys have none: they are not given to the
 * schema, because the result of a refusal stays in memory until a major collection.
 */
export function storedValue<Value>(schema: ZodType<Value>, value: JsonValue | undefined): Value | undefined {
  return value === undefined ? undefined : schema.safeParse(value).data
}
