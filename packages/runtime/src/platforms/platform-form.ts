import type { PlatformExtension } from '@hermes/core/extension'
import { fitText } from '../config/document/fit-text.js'
import type { ConfigJsonSchema } from '../config/document/json-schema.js'
import { findExtension } from '../extensions/load-extension.js'
import { schemaOfOptions } from '../extensions/schema-of-options.js'
import type { HomePaths } from '../home/home-paths.js'
import type { Section } from '../schema/section.js'
import { builtInPlatforms, loadBuiltIn } from './built-in-platforms.js'

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
  /** Converts a typed text to a value. A text that does not fit is returned unchanged, and {@link PlatformForm.problemOf} reports it. */
  toValue(text: string): unknown
}

/** The form that a person fills in to connect a chat network. */
export interface PlatformForm {
  readonly name: string
  /** The name to display, such as `Telegram`. */
  readonly title: string
  /** A description of what ids of people look like and where to find them. */
  readonly personIds?: string
  /** A description of what ids of chats look like and where to find them. */
  readonly chatIds?: string
  /** Whether a text can be the id of a person. A network that does not define this accepts every text. */
  isPersonId(text: string): boolean
  /** Whether a text can be the id of a chat, as `CHAT` or `CHAT:THREAD`. */
  isChatId(text: string): boolean
  /** The settings in the order of the schema. Empty if the network's library cannot describe schemas. */
  readonly fields: readonly PlatformField[]
  /** Returns the reason why the value of a setting is rejected; `undefined` if it is accepted. */
  problemOf(field: string, values: Section): string | undefined
}

export interface OpenPlatformFormOptions {
  /** The name of the network in the settings. */
  readonly name: string
  /** The package or file of the network. Default: the built-in network of this name. */
  readonly use?: string | undefined
  readonly paths: Pick<HomePaths, 'home'>
}

/**
 * Reads the settings of a chat network from the schema with which it validates them.
 * @throws {ConfigError} when there is no such network.
 */
export async function openPlatformForm({ name, use, paths }: OpenPlatformFormOptions): Promise<PlatformForm> {
  const options = await optionsOf({ name, use, paths })
  const schema = schemaOfOptions(options)
  const required = schema.required ?? []
  const { personPattern = '', chatPattern = '' } = textsOf(schema, ['personPattern', 'chatPattern'])
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
    typeof field === 'boolean' ? [] : [toField(name, key, field, required.includes(key))],
  )
  return {
    name,
    title: schema.title ?? name,
    ...textsOf(schema, ['personIds', 'chatIds']),
    isPersonId: (text) => new RegExp(personPattern, 'u').test(text),
    isChatId: (text) => new RegExp(chatPattern, 'u').test(text),
    fields,
    problemOf(field, values) {
      const result = options['~standard'].validate(values)
      if (result instanceof Promise) return undefined
      const issue = result.issues?.find(({ path = [] }) => keyOf(path[0]) === field)
      return issue && `${issue.message}.`.replace('..', '.')
    },
  }
}

/** Returns the names of the built-in chat networks. */
export function builtInPlatformNames(): readonly string[] {
  return [...builtInPlatforms.keys()]
}

type Options = PlatformExtension<unknown>['options']

async function optionsOf({ name, use, paths: { home } }: OpenPlatformFormOptions): Promise<Options> {
  if (use !== undefined) {
    const extension = await findExtension({ kind: 'platform', path: `platforms.${name}`, section: { use }, home })
    return extension.options
  }
  return (await loadBuiltIn(name, home)).options
}

function toField(network: string, name: string, schema: ConfigJsonSchema, isRequired: boolean): PlatformField {
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

function textsOf<Name extends string>(schema: object, names: readonly Name[]): { readonly [Key in Name]?: string } {
  const texts: { [Key in Name]?: string } = {}
  const entries = new Map<string, unknown>(Object.entries(schema))
  for (const name of names) {
    const text = entries.get(name)
    if (typeof text === 'string') texts[name] = text
  }
  return texts
}

function keyOf(part: PropertyKey | { readonly key: PropertyKey } | undefined): string {
  return String(typeof part === 'object' ? part.key : part)
}
