import type { JsonSchema, JsonValue } from '../values/json.js'

/**
 * Returns the schema as a model reads it: without the lengths of texts, without bounds that only say "an integer", "positive" or "not
 * empty", and without obvious defaults. Every request carries it. The whole schema still validates each call.
 */
export function leanSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key, value]) => isRead(key, value))
  return Object.fromEntries(kept.map(([key, value]) => [key, lean(key, value)]))
}

function isRead(key: string, value: JsonValue | undefined): boolean {
  switch (key) {
    case 'minLength':
    case 'maxLength':
      return false
    case 'exclusiveMinimum':
    case 'minimum':
    case 'minItems':
      return value !== 0 && value !== 1 && value !== -Number.MAX_SAFE_INTEGER
    case 'maximum':
      return value !== Number.MAX_SAFE_INTEGER
    case 'default':
      return value !== false && value !== 0
    case 'additionalProperties':
      return !isSchema(value) || Object.keys(value).length > 0
    default:
      return true
  }
}

function lean(key: string, value: JsonValue | undefined): JsonValue | undefined {
  if (key === 'items') return leanPart(value)
  if (key === 'anyOf' && Array.isArray(value)) return value.map(leanPart)
  if (key !== 'properties' || !isSchema(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, leanPart(property)]))
}

function leanPart<Part extends JsonValue | undefined>(value: Part): Part | JsonSchema {
  return isSchema(value) ? leanSchema(value) : value
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
