import type { JsonObject, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

/** Returns the value if it is an object, otherwise an empty object. For reading untrusted data. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {}
}

/** Returns the value if it is an array, otherwise an empty array. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** Parses a JSON object. Returns `undefined` if the text is not one. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
