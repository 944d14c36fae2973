import type { JsonObject, JsonValue } from '@hermes/core'

/** One kind of verdict: a thin door to the function that the product itself calls. It keeps nothing between items. */
export type Kind = (input: JsonObject) => Promise<JsonValue>

/** @throws {TypeError} when the field is no text. */
export function textField(input: JsonObject, name: string): string {
  const value = input[name]
  if (typeof value === 'string') return value
  throw new TypeError(`input.${name} must be a text.`)
}

/** @throws {TypeError} when the field is no list. */
export function listField(input: JsonObject, name: string): readonly JsonValue[] {
  const value = input[name]
  if (Array.isArray(value)) return value
  throw new TypeError(`input.${name} must be a list.`)
}
