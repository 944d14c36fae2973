import type { JsonValue } from '@hermes/core'
import type { ZodType } from 'zod'

/**
 * A value of the store; `undefined` when there is none, or when it has another form. Most keys have none, and a schema that refuses a
 * value costs many times a look at it.
 */
export function storedValue<Value>(schema: ZodType<Value>, value: JsonValue | undefined): Value | undefined {
  return value === undefined ? undefined : schema.safeParse(value).data
}
