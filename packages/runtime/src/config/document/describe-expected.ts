import type { ConfigKey } from './config-keys.js'
import type { ConfigJsonSchema } from './json-schema.js'

/** Describes the expected value of a setting, or of the part of it at `path`, to complete the sentence `... must be <this>`. */
export function describeExpected(key: ConfigKey, path = key.path): string {
  return path === key.path ? describeSchema(key.schema) : 'a text'
}

function describeSchema(schema: ConfigJsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeSchema))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.type === 'integer') return `a whole number${describeRange(schema)}`
  if (schema.type === 'number') return `a number${describeRange(schema)}`
  if (schema.type === 'boolean') return 'true or false'
  if (schema.type === 'array') return isListOfSections(schema) ? 'a list of sections' : 'a list of texts'
  if (schema.type === 'object') return 'a section with further settings'
  if (schema.format === 'uri') return 'an http or https address'
  return schema.minLength ? 'a non-empty text' : 'a text'
}

function describeRange({ minimum, maximum, exclusiveMinimum }: ConfigJsonSchema): string {
  const upper = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined && upper !== undefined) return ` from ${minimum} to ${upper}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  if (exclusiveMinimum === undefined) return ''
  return ` above ${exclusiveMinimum}${upper === undefined ? '' : ` and at most ${upper}`}`
}

function isListOfSections({ items }: ConfigJsonSchema): boolean {
  return typeof items === 'object' && !Array.isArray(items) && items.type === 'object'
}
