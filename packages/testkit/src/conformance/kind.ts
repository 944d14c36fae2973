import type { JsonObject, JsonValue } from '@hermes/core'

/** One kind of item: a thin adapter of a product function. Keeps no state between items. */
export type Kind = (input: JsonObject) => Promise<JsonValue>

/** Returns a text field. @throws {TypeError} when the field is not a string. */
export function textField(input: JsonObject, name: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new TypeError(`input.${name} must be a string.`)
}

/** Returns a list field. @throws {TypeError} when the field is not an array. */
export function listField(input: JsonObject, name: string): readonly JsonValue[] {
  const value = input[name]
  if (Array.isArray(value)) return value
  throw new TypeError(`input.${name} must be an array.`)
}

/** Returns an ISO time in milliseconds since 1970. @throws {TypeError} when the field is not one. */
export function timeField(input: JsonObject, name: string): number {
  const time = Date.parse(textField(input, name))
  if (Number.isNaN(time)) throw new TypeError(`input.${name} must be an ISO time.`)
  return time
}
