import { ConfigError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import { networkNames } from '../../schema/network-names.js'
import { type ConfigJsonSchema, configJsonSchema } from './json-schema.js'
import { namesOf } from './names-of.js'

/** A setting, identified by its dotted path (`model.base_url`). */
export interface ConfigKey {
  readonly path: string
  readonly description: string
  /** The default. Absent if the setting has none. */
  readonly default?: unknown
  /** Whether the value must not be displayed. */
  readonly isSecret: boolean
  readonly schema: ConfigJsonSchema
}

/** Lists every setting, in the order of the schema. */
export function listConfigKeys(): readonly ConfigKey[] {
  return keysBelow('', configJsonSchema())
}

/**
 * Finds the setting at a path. A path inside a list or a free-form setting (`transport.use`) resolves to that part, or to the whole
 * setting if the part has no schema.
 */
export function findConfigKey(path: string, keys = listConfigKeys()): ConfigKey | undefined {
  const key = keys.find(
    (candidate) =>
      candidate.path === path ||
      (['object', 'array'].includes(String(candidate.schema.type)) && path.startsWith(`${candidate.path}.`)),
  )
  if (!key || key.path === path) return key
  const schema = schemaInside(key.schema, namesOf(path.slice(key.path.length + 1)))
  return schema ? toKey(path, schema) : key
}

function schemaInside(schema: ConfigJsonSchema, names: readonly string[]): ConfigJsonSchema | undefined {
  const [name, ...rest] = names
  if (name === undefined) return schema
  const inner = schema.properties?.[name] ?? schema.additionalProperties ?? schema.items
  return typeof inner === 'object' && !Array.isArray(inner) ? schemaInside(inner, rest) : undefined
}

/** Returns the setting or section that is most similar to an unknown path. In an entry of a list, returns its most similar field. */
export function nearestPath(path: string, keys = listConfigKeys()): string | undefined {
  const fields = fieldsBeside(path, keys)
  if (fields) return nearestNames(path, fields)[0]
  const names = keys.map((key) => key.path)
  const namesake = names.find((name) => name.endsWith(`.${path}`) || lastPart(name) === lastPart(path))
  const network = networkPath(path)
  if (network?.endsWith(`.${path}`)) return network
  return nearestNames(path, [...names, ...sectionsOf(names)])[0] ?? namesake ?? network
}

/** Returns the fields of the list entry that contains the path, such as `fallback_providers.0.modle`. */
function fieldsBeside(path: string, keys: readonly ConfigKey[]): readonly string[] | undefined {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')))
  const entry = parent === '' ? undefined : findConfigKey(parent, keys)
  if (entry?.path !== parent || !entry.schema.properties) return undefined
  return Object.keys(entry.schema.properties).map((name) => `${parent}.${name}`)
}

/** Returns the path below `platforms`, such as `platforms.telegram.token` for `telegram.token`. */
function networkPath(path: string): string | undefined {
  const [name = '', ...rest] = path.split('.')
  const [network] = nearestNames(name, networkNames, { most: 1 })
  return network && ['platforms', network, ...rest].join('.')
}

/** Returns the setting at a path. @throws {ConfigError} naming the most similar setting, or the content of a section. */
export function requireConfigKey(path: string): ConfigKey {
  const keys = listConfigKeys()
  const key = findConfigKey(path, keys)
  if (key) return key
  const members = keys.filter((candidate) => candidate.path.startsWith(`${path}.`)).map((candidate) => candidate.path)
  if (members.length > 0) throw new ConfigError(path, `${path} is a section: name one of ${members.join(', ')}.`)
  throw new ConfigError(path, `There is no setting ${path}${didYouMean(path, keys)}.`)
}

/** Returns ` (did you mean model.base_url?)`, or an empty string when no setting is similar. */
export function didYouMean(path: string, keys = listConfigKeys()): string {
  const nearest = nearestPath(path, keys)
  return nearest ? ` (did you mean ${nearest}?)` : ''
}

function keysBelow(parent: string, section: ConfigJsonSchema): ConfigKey[] {
  return Object.entries(section.properties ?? {}).flatMap(([name, schema]) => {
    const path = parent ? `${parent}.${name}` : name
    if (typeof schema === 'boolean') return []
    return schema.additionalProperties === false ? keysBelow(path, schema) : [toKey(path, schema)]
  })
}

function toKey(path: string, schema: ConfigJsonSchema): ConfigKey {
  return {
    path,
    description: schema.description ?? '',
    default: schema.default,
    isSecret: schema.format === 'password',
    schema,
  }
}

function sectionsOf(paths: readonly string[]): readonly string[] {
  const parents = paths.flatMap((path) => {
    const parts = path.split('.')
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  })
  return [...new Set(parents)]
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
