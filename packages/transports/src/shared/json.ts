import type { JsonObject, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

/** What `JSON.parse` gave for an object: nothing about it is trusted. */
export type WireRecord = Readonly<Record<string, unknown>>

/** For values that came out of `JSON.parse`: all of them are JSON, and this tells the compiler. */
export function isJson(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value) && Object.values(value).every(isJson)
}

/** The value if it is a text, else `''`. */
export function textAt(record: WireRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

/** The value if it is an object, else `{}`. */
export function recordAt(record: WireRecord, key: string): WireRecord {
  const value = record[key]
  return isRecord(value) ? value : {}
}

/** The objects of an array; `[]` when the value is not an array. */
export function recordsAt(record: WireRecord, key: string): readonly WireRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** `undefined` when the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/**
 * `JSON.stringify` with half surrogate pairs replaced: they cannot be written in UTF-8, and providers refuse a body that
 * holds their escapes. The usual text pays for one scan only.
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
