import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { ConfigError } from '../errors/errors.js'
import type { JsonSchema } from '../values/json.js'
import { leanSchema } from './lean-schema.js'

/**
 * A schema that validates values and describes itself. You create it with zod (4.2 or newer), with arktype, or with valibot and
 * `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface ToolSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>
}

/** Tools with the same schema share what is derived from it, because a process with many agents builds each tool many times. */
const derived = new WeakMap<ToolSchema, JsonSchema>()

/**
 * Returns the JSON Schema of a tool's arguments.
 * @throws {ConfigError} when the schema does not describe itself, or does not describe an object.
 */
export function toParameters(name: string, schema: ToolSchema): JsonSchema {
  const known = derived.get(schema)
  if (known) return known
  const { $schema: _, ...parameters } = toJsonSchema(name, schema)
  if (parameters.type !== 'object') {
    throw new ConfigError('', `The parameters of the tool "${name}" must be an object schema.`)
  }
  const lean = leanSchema(parameters as JsonSchema)
  derived.set(schema, lean)
  return lean
}

function toJsonSchema(name: string, schema: ToolSchema): Readonly<Record<string, unknown>> {
  // Programs without types pass anything, and schemas of older libraries have a part of the members only.
  const standard: Partial<ToolSchema['~standard']> | undefined = schema?.['~standard']
  if (!standard?.jsonSchema) {
    const remedy = standard ? remedies.get(standard.vendor) : remedyWithoutSchema
    throw new ConfigError(
      '',
      `The schema of the tool "${name}" has no JSON Schema for the model: ${remedy ?? remedyWithoutSchema}`,
    )
  }
  try {
    return standard.jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    throw new ConfigError(
      '',
      `The parameters of the tool "${name}" cannot be written as JSON Schema: use types that JSON has, such as a string for a date.`,
      { cause: error },
    )
  }
}

const remedyWithoutSchema =
  'pass one of zod, arktype or valibot as `parameters`; z.fromJSONSchema() of zod makes one of a JSON Schema.'

/** By the library that has created the schema. */
const remedies: ReadonlyMap<string | undefined, string> = new Map([
  ['zod', 'import "zod" in version 4.2 or newer.'],
  ['valibot', 'pass it through toStandardJsonSchema() of "@valibot/to-json-schema".'],
])
