import type { JsonValue, ToolDefinition } from '@hermes/core'
import type { Frame } from './families.js'

/**
 * Counts tool definitions. Providers convert the JSON schema to a format of their own, so only the texts are counted,
 * and `frame` accounts for the rest.
 */
export function countToolParts(
  tools: readonly ToolDefinition[],
  countText: (text: string) => number,
  frame: Frame,
): number {
  if (tools.length === 0) return 0
  const counted = tools.map(
    ({ name, description, parameters }) =>
      frame.tool + countText(name) + countText(description) + countSchema(parameters, countText, frame),
  )
  return frame.tools + counted.reduce((sum, tokens) => sum + tokens, 0)
}

/** Keywords that contain schemas by name (`named`), or one schema or a list of them (`nested`). */
const named = ['properties', '$defs', 'definitions']
const nested = ['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'prefixItems']

function countSchema(schema: JsonValue | undefined, countText: (text: string) => number, frame: Frame): number {
  if (typeof schema !== 'object' || schema === null) return 0
  if (isList(schema)) return schema.reduce<number>((sum, item) => sum + countSchema(item, countText, frame), 0)
  const { description, enum: choices } = schema
  let tokens = typeof description === 'string' ? countText(description) : 0
  if (isList(choices)) for (const choice of choices) tokens += frame.choice + countText(String(choice))
  for (const keyword of nested) tokens += countSchema(schema[keyword], countText, frame)
  for (const keyword of named) {
    for (const [name, property] of Object.entries(schema[keyword] ?? {})) {
      tokens += frame.property + countText(name) + countSchema(property, countText, frame)
    }
  }
  return tokens
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
