import type { JsonObject, JsonSchema, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { coerceArguments } from './coerce-args.js'
import { DamagedJsonError, repairJson } from './repair-json.js'

export type ParsedArguments =
  | { readonly ok: true; readonly args: JsonObject }
  /** A sentence that tells the model what to do. */
  | { readonly ok: false; readonly reason: string }

/**
 * What a model meant by the arguments of a call. Damage with one plain reading is repaired; an object that was cut inside a
 * key or a text is refused, whatever could be made of it: half a file must not be written. No text and `null` mean no
 * arguments. With a schema, texts become the numbers, lists and objects that it asks for.
 *
 * Takes time in proportion to the length of `raw`.
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

/** The object as a JSON text inside a JSON text. */
function fromInner(text: string): JsonObject {
  const value = parseStrictly(text.trim())
  if (isRecord(value)) return value
  if (value !== undefined || !/^\s*\{/.test(text)) throw new DamagedJsonError('unclear')
  return repairJson(text.trim())
}

/** `'{"path": "a"}'`: the object in the quotes of a shell or of Markdown. */
function unquote(text: string): string {
  const quote = text.at(0) ?? ''
  return /^['`]\s*\{/.test(text) && text.length > 2 && text.endsWith(quote) ? text.slice(1, -1) : text
}

/** `{\"path\": \"a\"}`: escaped for a text that is not around it. */
function unescapeOnce(text: string): string {
  if (!/^\{\s*\\"/.test(text)) return text
  const inner = parseStrictly(`"${text}"`)
  return typeof inner === 'string' ? inner : text
}

function parseStrictly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
