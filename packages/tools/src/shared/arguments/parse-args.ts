import type { JsonObject, JsonSchema, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { coerceArguments } from './coerce-args.js'
import { DamagedJsonError, repairJson } from './repair-json.js'

export type ParsedArguments =
  | { readonly ok: true; readonly args: JsonObject }
  /** Sentence that tells the model what to do. */
  | { readonly ok: false; readonly reason: string }

/**
 * Parses the arguments of a call as the model meant them. Unambiguous damage is repaired. An object that was cut off
 * inside a key or a string is always rejected, because half a file must not be written. Empty text and `null` mean no
 * arguments. With a schema, strings are converted to the expected types.
 *
 * Runs in linear time.
 */
export function parseToolArguments(raw: string, schema?: JsonSchema): ParsedArguments {
  try {
    const args = toObject(raw)
    return { ok: true, args: schema ? coerceArguments(args, schema) : args }
  } catch (error) {
    if (error instanceof DamagedJsonError) return { ok: false, reason: error.message }
    throw error
  }
}

function toObject(raw: string): JsonObject {
  const text = raw.trim()
  if (/^(|null|None)$/.test(text)) return {}
  const value = parseStrictly(text)
  if (value === undefined) return repairJson(unescapeOnce(unquote(text)))
  if (isRecord(value)) return value
  if (typeof value === 'string') return fromInner(value)
  throw new DamagedJsonError('unclear')
}

/** Parses an object that is encoded as JSON text inside a JSON string. */
function fromInner(text: string): JsonObject {
  const value = parseStrictly(text.trim())
  if (isRecord(value)) return value
  if (value !== undefined || !/^\s*\{/.test(text)) throw new DamagedJsonError('unclear')
  return repairJson(text.trim())
}

/** Removes shell or Markdown quotes around an object: `'{"path": "a"}'`. */
function unquote(text: string): string {
  const quote = text.at(0) ?? ''
  return /^['`]\s*\{/.test(text) && text.length > 2 && text.endsWith(quote) ? text.slice(1, -1) : text
}

/** Unescapes an object that is escaped like a string but has no surrounding quotes: `{\"path\": \"a\"}`. */
function unescapeOnce(text: string): string {
  if (!/^\{\s*\\"/.test(text)) return text
  const inner = parseStrictly(`"${text}"`)
  return typeof inner === 'string' ? inner : text
}

function parseStrictly(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
