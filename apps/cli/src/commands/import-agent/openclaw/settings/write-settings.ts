import { isDeepStrictEqual } from 'node:util'
import { ConfigError } from '@hermes/core'
import {
  checkConfig,
  type HomePaths,
  type LoadedConfig,
  loadConfig,
  mergeSection,
  type Variables,
} from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { english } from '@hermes/safety/language'
import type { ImportedItem } from '../imported-item.js'
import { makeScratchHome } from '../scratch-home.js'
import { type ForeignSetting, nameOf } from './foreign-setting.js'

/**
 * Writes settings that are not set yet to `config.yaml`. Leaves out those that the schema rejects, or that Hermes would not start with.
 * @param variables Environment variables of the process.
 */
export async function writeSettings(
  paths: HomePaths,
  variables: Variables,
  settings: readonly ForeignSetting[],
): Promise<readonly ImportedItem[]> {
  const before = await loadConfig({ paths, variables })
  const refused = await refusedOf(paths, variables, settings)
  const items: ImportedItem[] = []
  for (const setting of settings) items.push(refused.get(setting) ?? (await writeSetting(paths, setting, before)))
  return items
}

/** Returns the settings that Hermes would not start with, determined with a copy of the home. */
async function refusedOf(paths: HomePaths, variables: Variables, settings: readonly ForeignSetting[]) {
  await using scratch = await makeScratchHome(paths)
  const before = await loadConfig({ paths: scratch.paths, variables })
  const known = new Set((await errorsOf(scratch.paths, variables)).map(({ text }) => text))
  const added: ForeignSetting[] = []
  for (const setting of settings) {
    const { outcome } = await writeSetting(scratch.paths, setting, before)
    if (outcome === 'added') added.push(setting)
  }
  const errors = (await errorsOf(scratch.paths, variables)).filter(({ text }) => !known.has(text))
  return new Map(
    added.flatMap((setting) => {
      const error = errors.find(({ path }) => isAbout(setting, path))
      const item: ImportedItem = { name: nameOf(setting), outcome: 'refused', ...(error && { reason: error.text }) }
      return error ? [[setting, item] as const] : []
    }),
  )
}

async function errorsOf(paths: HomePaths, variables: Variables) {
  return (await checkConfig(paths, variables)).filter(({ level }) => level === 'error')
}

async function writeSetting(paths: HomePaths, setting: ForeignSetting, before: LoadedConfig): Promise<ImportedItem> {
  const { section, values, reason } = setting
  const name = nameOf(setting)
  const isSet = pathsOf(setting).some((path) => isSetIn(before, path.join('.')))
  if (isSet) return { name, outcome: isInEffect(setting, before) ? 'unchanged' : 'kept' }
  try {
    await mergeSection(paths, section, values)
    return { name, outcome: 'added', ...(reason !== undefined && { reason }) }
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    return { name, outcome: 'refused', reason: english`${name} is not imported: ${error.message}` }
  }
}

function pathsOf({ section, values }: ForeignSetting): readonly (readonly string[])[] {
  return Object.keys(values).map((name) => [...section, name])
}

function isSetIn({ sources }: LoadedConfig, path: string): boolean {
  return [...sources.keys()].some((key) => key === path || key.startsWith(`${path}.`))
}

/** Whether the current settings have the same values. */
function isInEffect({ section, values }: ForeignSetting, { config, variables }: LoadedConfig): boolean {
  const current = section.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), config)
  return holds(current, values, variables)
}

/** Whether a value contains everything in another one. Defaults may be added, and variables replaced by their values. */
function holds(whole: unknown, part: unknown, variables: Variables): boolean {
  if (isRecord(part)) {
    return isRecord(whole) && Object.entries(part).every(([name, value]) => holds(whole[name], value, variables))
  }
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      whole.length === part.length &&
      part.every((item, index) => holds(whole[index], item, variables))
    )
  }
  if (typeof part !== 'string') return isDeepStrictEqual(whole, part)
  return whole === part.replaceAll(/\$\{(\w+)\}/g, (reference, name: string) => variables[name] ?? reference)
}

function isAbout(setting: ForeignSetting, path: string): boolean {
  return pathsOf(setting).some((names) => {
    const own = names.join('.')
    return path === own || path.startsWith(`${own}.`) || own.startsWith(`${path}.`)
  })
}
