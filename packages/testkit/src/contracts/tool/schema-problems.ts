import type { JsonSchema, JsonValue } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'

/** Returns the problems of a tool's parameters that a strict provider would reject, one sentence each. */
export function describeSchemaProblems(schema: JsonSchema): readonly string[] {
  const { properties = {}, required = [] } = schema
  if (!isRecord(properties)) return ['properties must be an object.']
  const names = Object.keys(properties)
  return [
    ...(schema.type === 'object' ? [] : ['type must be "object".']),
    ...('$schema' in schema ? ['$schema is rejected by some providers: remove it.'] : []),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
      key in schema ? [`${key} is not allowed at the top level.`] : [],
    ),
    ...names
      .filter((name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name))
      .map((name) => `"${name}" is not a valid argument name.`),
    ...(Array.isArray(required) ? required : [required])
      .filter((name) => typeof name !== 'string' || !names.includes(name))
      .map((name) => `required names "${String(name)}", which is not a property.`),
    ...(JSON.stringify(parseJson(JSON.stringify(schema))) === JSON.stringify(schema) ? [] : ['it is not plain JSON.']),
    ...remoteReferences(schema).map((reference) => `$ref "${reference}" leads outside.`),
  ]
}

function remoteReferences(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => remoteReferences(item))
  if (!isRecord(value)) return []
  const own = typeof value.$ref === 'string' && !value.$ref.startsWith('#') ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(remoteReferences)]
}
