import type { JsonObject, JsonValue } from '@hermes/core'

/** Returns true for an object that is neither an array nor `null`. */
export function isRecord(value: JsonValue | undefined): value is JsonObject
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>>
export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
