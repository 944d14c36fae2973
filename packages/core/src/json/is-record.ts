import type { JsonObject, JsonValue } from '../contracts/values/json.js'

/** Whether a value is an object other than an array or `null`. */
export function isRecord(value: JsonValue | undefined): value is JsonObject
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>>
export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
