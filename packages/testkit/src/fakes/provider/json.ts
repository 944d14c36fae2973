import type { JsonObject, JsonValue } from '@hermes/core'

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is an object, else an empty one: for reading what strangers sent. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** The value if it is a list, else an empty one. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** `undefined` unless the text is a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
