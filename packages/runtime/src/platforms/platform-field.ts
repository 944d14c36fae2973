import { fitText } from '../config/document/fit-text.js'
import type { ConfigJsonSchema } from '../config/document/json-schema.js'

/** A setting of a chat network, as the schema of the network declares it. */
export interface PlatformField {
  readonly name: string
  readonly description: string
  /** A sentence that says where a person finds the value. */
  readonly source?: string
  readonly isRequired: boolean
  /** Whether each setup asks for it, because it is required or has a `source`. */
  readonly isAsked: boolean
  /** Whether the value must not be displayed and is kept in `.env`. */
  readonly isSecret: boolean
  /** The variable for the value, such as `TELEGRAM_BOT_TOKEN`. */
  readonly variable: string
  /** The default as a person would type it. */
  readonly default?: string
  /** The only allowed values. */
  readonly choices?: readonly string[]
  /** Converts a typed text to a value. A text that does not fit is returned unchanged, and `PlatformForm.problemOf` reports it. */
  toValue(text: string): unknown
}

/** @param schema That of the setting. */
export function toField(network: string, name: string, schema: ConfigJsonSchema, isRequired: boolean): PlatformField {
  const { source, variable } = textsOf(schema, ['source', 'variable'])
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String)
  return {
    name,
    description: schema.description ?? name,
    ...(source !== undefined && { source }),
    isRequired,
    isAsked: isRequired || source !== undefined,
    isSecret: schema.format === 'password',
    variable: variable ?? `${network}_${name}`.replaceAll('-', '_').toUpperCase(),
    ...(schema.default !== undefined && { default: String(schema.default) }),
    ...(choices && { choices }),
    toValue: (text) => fitText(text, schema),
  }
}

/** Those of the entries of a schema that are texts. */
export function textsOf<Name extends string>(
  schema: object,
  names: readonly Name[],
): { readonly [Key in Name]?: string } {
  const texts: { [Key in Name]?: string } = {}
  const entries = new Map<string, unknown>(Object.entries(schema))
  for (const name of names) {
    const text = entries.get(name)
    if (typeof text === 'string') texts[name] = text
  }
  return texts
}
