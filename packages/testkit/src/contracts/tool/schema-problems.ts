import type { JsonSchema, JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/core/wiring'

/** What a strict provider would refuse about the parameters of a tool: one sentence each. */
export function describeSchemaProblems(schema: JsonSchema): readonly string[] {
  const { properties = {}, required = [] } = schema
  if (!isRecord(properties)) return ['properties must be an object.']
  const names = Object.keys(properties)
  return [
    ...(schema.type === 'object' ? [] : ['type must be "object".']),
    ...('$schema' in schema ? ['$schema is refused by some providers: leave it out.'] : []),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
      key in schema ? [`${key} is refused at the top.`] : [],
    ),
    ...names.filter((name) => !/^[A-Za-z0-9_.-]{1,64}$/.test(name)).map((name) => `"${name}" is no legal argument.`),
    ...(Array.isArray(required) ? required : [required])
      .filter((name) => typeof name !== 'string' || !names.includes(name))
      .map((name) => `required names "${String(name)}", which is no property.`),
    ...(JSON.stringify(JSON.parse(JSON.stringify(schema))) === JSON.stringify(schema) ? [] : ['it is no plain JSON.']),
    ...remoteReferences(schema).map((reference) => `$ref "${reference}" leads outside.`),
  ]
}

function remoteReferences(value: JsonValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => remoteReferences(item))
  if (!isRecord(value)) return []
  const own = typeof value.$ref === 'string' && !value.$ref.startsWith('#') ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(remoteReferences)]
}
