import type { PlatformExtension } from '@hermes/core/extension'
import { findExtension } from '../extensions/load-extension.js'
import { schemaOfOptions } from '../extensions/schema-of-options.js'
import type { HomePaths } from '../home/home-paths.js'
import { platformSchema } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'
import { builtInPlatforms, loadBuiltIn } from './built-in-platforms.js'
import { commonFields } from './common-fields.js'
import { type PlatformField, textsOf, toField } from './platform-field.js'

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
  /** The settings that all networks have, without those that no text can set. */
  readonly commonFields: readonly PlatformField[]
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
  const common = commonFields(name)
  return {
    name,
    title: schema.title ?? name,
    ...textsOf(schema, ['personIds', 'chatIds']),
    isPersonId: (text) => new RegExp(personPattern, 'u').test(text),
    isChatId: (text) => new RegExp(chatPattern, 'u').test(text),
    fields,
    commonFields: common,
    problemOf(field, values) {
      const isCommon = common.some((each) => each.name === field)
      const result = (isCommon ? platformSchema() : options)['~standard'].validate(values)
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

function keyOf(part: PropertyKey | { readonly key: PropertyKey } | undefined): string {
  return String(typeof part === 'object' ? part.key : part)
}
