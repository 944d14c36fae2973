import * as z from 'zod'
import { configSections } from '../../../schema/config-schema.js'
import { isSection, type Section } from '../../../schema/section.js'

export interface WithoutEmptyTexts {
  readonly values: Section
  /** The paths of the settings that were left out. */
  readonly paths: readonly (readonly string[])[]
}

/** Leaves out empty texts of settings that accept none, because they mean the default in the Python program. */
export function unsetEmptyTexts(values: Section): WithoutEmptyTexts {
  const schemas: Readonly<Record<string, z.ZodType>> = configSections
  const paths = Object.entries(values).flatMap(([name, section]): readonly (readonly string[])[] => {
    if (!hasEmptyText(section) || !Object.hasOwn(schemas, name)) return []
    const schema = schemas[name]
    const { error } = schema ? z.safeParse(schema, section, { reportInput: true, jitless: true }) : {}
    const refused = (error?.issues ?? [])
      .filter(({ input, path }) => input === '' && typeof path.at(-1) !== 'number')
      .map(({ path }) => [name, ...path.map(String)])
    return [...refused, ...(name === 'platforms' ? emptyOptions(section) : [])]
  })
  const kept = paths.reduce<unknown>(without, values)
  return { values: isSection(kept) ? kept : values, paths }
}

/** Finds empty texts among the options of built-in networks, which have a separate schema. */
function emptyOptions(platforms: unknown): readonly (readonly string[])[] {
  if (!isSection(platforms)) return []
  return Object.entries(platforms).flatMap(([network, settings]) => {
    if (!isSection(settings) || settings.use !== undefined) return []
    const empty = Object.entries(settings).filter(([, value]) => value === '')
    return empty.map(([name]) => ['platforms', network, name])
  })
}

function hasEmptyText(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasEmptyText)
  return isSection(value) ? Object.values(value).some(hasEmptyText) : value === ''
}

function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === name ? without(item, rest) : item))
  if (!isSection(value)) return value
  if (rest.length > 0) return { ...value, [name]: without(value[name], rest) }
  return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
}
