import * as z from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the schemas as components of the document. A schema that is part of another one is referred to by its name. */
export function toComponents(schemas: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, JsonSchema>> {
  const named = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) named.add(schema, { id })
  const { schemas: components } = z.toJSONSchema(named, { uri: componentRef, override: simplify })
  return Object.fromEntries(
    Object.entries(components).map(([name, { $schema: _, $id: __, ...component }]) => [name, component]),
  )
}

export function componentRef(name: string): string {
  return `#/components/schemas/${name}`
}

/** Removes what tells a client nothing. */
function simplify({ jsonSchema: schema }: { readonly jsonSchema: JsonSchema }): void {
  // A later version may have more fields.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  // Clients do not send answers back.
  delete schema.readOnly
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  // The format already says it.
  if (schema.format !== undefined) delete schema.pattern
}
