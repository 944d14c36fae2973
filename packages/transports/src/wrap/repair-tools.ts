import type { JsonSchema, JsonValue, ToolDefinition } from '@hermes/core'
import { isJsonObject } from '../shared/json.js'

/**
 * Returns the tools with schemas reduced to types and names, or the same object if they already are. Some servers
 * compile schemas to grammars, which support few regular expressions and no large counts. The removed constraints are
 * still checked when a tool is called.
 */
export function withPlainSchemas(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  const plain = tools.map((tool) => ({ ...tool, parameters: plainSchema(tool.parameters) }))
  return JSON.stringify(plain) === JSON.stringify(tools) ? tools : plain
}

const limits = new Set(['pattern', 'patternProperties', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems'])

const mapsOfSchemas = new Set(['properties', '$defs', 'definitions', 'dependentSchemas'])
const listsOfSchemas = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])

function plainSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => !limits.has(key))
  return Object.fromEntries(kept.map(([key, value = null]) => [key, plainValue(key, value)]))
}

function plainValue(key: string, value: JsonValue): JsonValue {
  if (schemas.has(key) || listsOfSchemas.has(key)) return plainPart(value)
  if (!mapsOfSchemas.has(key) || !isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part = null]) => [name, plainPart(part)]))
}

function plainPart(value: JsonValue): JsonValue {
  if (isJsonObject(value)) return plainSchema(value)
  return isList(value) ? value.map(plainPart) : value
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
