import type { JsonObject, JsonSchema, JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'

/**
 * Converts strings to the types in the schema when a model wrote `"42"` for `42`, `"true"` for `true`, or the JSON text
 * of a list or an object. A string is kept when the schema accepts strings or when it cannot be converted. Does not
 * modify its argument.
 */
export function coerceArguments(args: JsonObject, schema: JsonSchema): JsonObject {
  return isRecord(args) ? coerceObject(args, schema, 0) : args
}

/** Maximum nesting depth, larger than that of real tool schemas. Deeper values are left to validation. */
const maxDepth = 32

function coerceValue(value: JsonValue, schema: JsonSchema, depth: number): JsonValue {
  if (depth > maxDepth) return value
  const options = alternatives(schema)
  if (typeof value === 'string') return coerceText(value, options, depth)
  const fitting = options.find((option) => typesOf(option).includes(Array.isArray(value) ? 'array' : 'object'))
  if (fitting === undefined) return value
  if (isList(value)) return coerceList(value, fitting, depth)
  return isRecord(value) ? coerceObject(value, fitting, depth) : value
}

function coerceText(text: string, options: readonly JsonSchema[], depth: number): JsonValue {
  if (options.some(takesText)) return text
  for (const option of options) {
    for (const type of typesOf(option)) {
      const value = readAs(type, text.trim())
      if (value !== undefined && isAllowed(value, option))
        return typeof value === 'string' ? value : coerceValue(value, option, depth + 1)
    }
  }
  return text
}

function coerceObject(value: JsonObject, schema: JsonSchema, depth: number): JsonObject {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  let changed = false
  const entries = Object.entries(value).map(([key, member]): [string, JsonValue | undefined] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    if (member === undefined || !isRecord(property)) return [key, member]
    const coerced = coerceValue(member, property, depth + 1)
    changed ||= coerced !== member
    return [key, coerced]
  })
  return changed ? Object.fromEntries(entries) : value
}

function coerceList(value: readonly JsonValue[], schema: JsonSchema, depth: number): readonly JsonValue[] {
  const { items } = schema
  if (!isRecord(items)) return value
  const coerced = value.map((item) => coerceValue(item, items, depth + 1))
  return coerced.some((item, index) => item !== value[index]) ? coerced : value
}

/** Returns the members of `anyOf` and `oneOf`, or the schema itself. */
function alternatives(schema: JsonSchema, depth = 0): readonly JsonSchema[] {
  const union = [schema.anyOf, schema.oneOf]
    .filter(isList)
    .flat()
    .filter((option) => isRecord(option))
  return union.length === 0 || depth > maxDepth ? [schema] : union.flatMap((option) => alternatives(option, depth + 1))
}

/** A schema without a type accepts anything, so a string is kept. */
function takesText(schema: JsonSchema): boolean {
  const types = typesOf(schema)
  return types.length === 0 || types.includes('string')
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === 'string') return [schema.type]
  if (isList(schema.type)) return schema.type.filter((type) => typeof type === 'string')
  const values = isList(schema.enum) ? schema.enum : 'const' in schema ? [schema.const ?? null] : []
  return [...new Set(values.map(typeOf))]
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return isList(value) ? 'array' : typeof value
}

function isAllowed(value: JsonValue, schema: JsonSchema): boolean {
  if (isList(schema.enum)) return schema.enum.includes(value)
  return !('const' in schema) || schema.const === value
}

/** Parses a string as a value of the type. Returns `undefined` when that fails. */
function readAs(type: string, text: string): JsonValue | undefined {
  switch (type) {
    case 'integer':
    case 'number':
      return readNumber(text, type === 'integer')
    case 'boolean':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined
    case 'null':
      return /^(null|none)$/i.test(text) ? null : undefined
    case 'array':
      return text.startsWith('[') ? tryParseJson(text) : undefined
    case 'object':
      return text.startsWith('{') ? tryParseJson(text) : undefined
    default:
      return undefined
  }
}

/** Accepts only JSON numbers that can be represented exactly. */
function readNumber(text: string, whole: boolean): number | undefined {
  if (text.length > 32 || !/^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  if (whole && !Number.isInteger(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value
}

function tryParseJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value)
}
