import type { JsonObject, JsonSchema, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'

/** Maximum depth of a schema. Deeper ones are cut. */
const deepest = 24

/** Keywords that providers reject and that do not help a model. */
const dropped = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor', '$comment', 'title'])

/**
 * Normalizes the schema of a tool for strict providers: an object schema with properties, without unions at its top and
 * without keywords that only validators use. It accepts at least the arguments that the given schema accepts.
 */
export function normalizeSchema(given: unknown): JsonSchema {
  const schema = isRecord(given) ? given : {}
  const top = normalize(withoutTopUnion(schema), 0)
  const properties = isRecord(top.properties) ? top.properties : {}
  const required = Array.isArray(top.required)
    ? top.required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : []
  const { required: _, ...rest } = top
  return { ...rest, type: 'object', properties, ...(required.length > 0 && { required }) } as JsonSchema
}

/**
 * Replaces `anyOf`, `oneOf` and `allOf` at the top, which providers reject: the properties of all variants become
 * optional ones.
 */
function withoutTopUnion(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { anyOf, oneOf, allOf, not: _, if: _if, then: _then, else: _else, ...rest } = schema
  const variants = [anyOf, oneOf].flatMap(recordsOf)
  const parts = recordsOf(allOf)
  if (variants.length === 0 && parts.length === 0) return rest
  const all = [...parts, ...variants, rest]
  const properties = Object.assign({}, ...all.map((part) => (isRecord(part.properties) ? part.properties : {})))
  const required = [rest, ...parts].flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  // The variants may allow what `additionalProperties` of one of them forbids.
  const { additionalProperties: _additional, ...others } = rest
  return { ...others, properties, required }
}

function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function normalize(schema: Readonly<Record<string, unknown>>, depth: number): Record<string, JsonValue> {
  if (depth > deepest) return {}
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      // Below `properties`, keys are names.
      if (dropped.has(key) || value === undefined) return []
      return [[key, inKeyword(key, value, depth)]]
    }),
  )
}

const maps = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
const plain = new Set(['enum', 'const', 'default', 'examples', 'required'])

function inKeyword(key: string, value: unknown, depth: number): JsonValue {
  if (plain.has(key)) return toJson(value)
  if (maps.has(key) && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normalizeMember(member, depth + 1)]))
  }
  return normalizeMember(value, depth + 1)
}

function normalizeMember(value: unknown, depth: number): JsonValue {
  if (Array.isArray(value)) return value.map((item) => normalizeMember(item, depth))
  return isRecord(value) ? normalize(value, depth) : toJson(value)
}

function toJson(value: unknown): JsonValue {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as JsonValue
  if (Array.isArray(value)) return value.map(toJson)
  return isRecord(value) ? toJsonObject(value) : null
}

/** Converts a record with all its members to JSON. */
export function toJsonObject(record: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, item]) => [key, toJson(item)]))
}
