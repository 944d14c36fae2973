import type { JsonObject, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

/** An object returned by `JSON.parse`, not yet validated. */
export type WireRecord = Readonly<Record<string, unknown>>

/** Type guard for values returned by `JSON.parse`, which are always JSON. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value) && Object.values(value).every(isJson)
}

/** Returns the value if it is a string, otherwise `''`. */
export function textAt(record: WireRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

/** Returns the value if it is an object, otherwise `{}`. */
export function recordAt(record: WireRecord, key: string): WireRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

/** Returns the objects of an array, or `[]` when the value is not an array. */
export function recordsAt(record: WireRecord, key: string): readonly WireRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Parses JSON, or returns `undefined` when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * Like `JSON.stringify`, but replaces lone surrogates: UTF-8 cannot encode them, and providers reject a body that
 * contains their escapes. A text without any costs only one scan.
 */
export function toWireJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\ud[89a-f]/.test(json)) return json
  return JSON.stringify(value, (_, part: unknown) => toWellFormed(part))
}

function toWellFormed(part: unknown): unknown {
  if (typeof part === 'string') return part.toWellFormed()
  if (!isRecord(part) || Object.keys(part).every((key) => key.isWellFormed())) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key.toWellFormed(), value]))
}
