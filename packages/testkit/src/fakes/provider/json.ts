import type { JsonObject, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

/** The value if it is an object, else an empty one: for reading untrusted data. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isRecord(value) ? value : {}
}

/** The value if it is an array, else an empty one. */
export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** `undefined` unless the text is a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: JsonValue = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
