import { ConfigError } from '../contracts/errors/errors.js'
import { isRecord } from './is-record.js'

/**
 * Rejects anything that is not the JSON Schema of an object: providers refuse every request with such a tool.
 * @param tool - The subject of the error.
 * @throws {ConfigError}
 */
export function assertParameters(tool: string, parameters: unknown): void {
  if (isRecord(parameters) && '~standard' in parameters) {
    throw new ConfigError(
      'tools',
      `${tool} has a schema of a library as its \`parameters\`: build it with defineTool(), which makes a JSON Schema of it.`,
    )
  }
  if (isObjectSchema(parameters)) return
  throw new ConfigError(
    'tools',
    `${tool} has \`parameters\` that are no JSON Schema of an object: pass { "type": "object", "properties": {...} }.`,
  )
}

function isObjectSchema(schema: unknown): boolean {
  if (!isRecord(schema) || schema.type !== 'object') return false
  const { properties = {}, required = [] } = schema
  return isRecord(properties) && Object.values(properties).every(isSchema) && Array.isArray(required)
}

/** Whether a value is a schema: `true` and `false` are schemas, too. */
function isSchema(value: unknown): boolean {
  return isRecord(value) || typeof value === 'boolean'
}
