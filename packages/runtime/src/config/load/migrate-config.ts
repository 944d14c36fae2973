import { ConfigError } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import { isSection, type Section } from '../../schema/section.js'
import type { ConfigDocument } from '../document/config-document.js'
import { adaptPythonSettings } from '../sources/python/adapt-python-settings.js'
import { type ConvertedSetting, newValueOf, type PythonSetting } from '../sources/python/python-setting.js'
import { isForeignSection } from '../sources/python/without-counterpart.js'
import { validateConfig } from '../sources/validate-config.js'
import { keepConfigCopy } from './config-copies.js'

/** A setting of the Hermes Agent in Python in `config.yaml`. */
export interface MigratedSetting {
  readonly path: string
  /** The paths of the settings that take its value. Empty if it has no counterpart. */
  readonly movedTo: readonly string[]
  /** The new value, if only the format of the value differs. */
  readonly value?: unknown
  /** A sentence about what is lost, or about why there is no counterpart. */
  readonly remark?: string
  /** A sentence that says why the setting stays where it is. Absent if it is moved or removed. */
  readonly stays?: string
}

export interface MigrateConfigOptions {
  /** Whether to change nothing. Default: false. */
  readonly isDry?: boolean
  /** Settings to add where they are missing. */
  readonly additions?: readonly ConvertedSetting[]
}

/**
 * Moves the settings of the Hermes Agent in Python in `config.yaml` to their counterparts, with converted values, and removes those that
 * have none. Except for the additions, the settings in effect are the same before and after. What would be lost stays where it is: a
 * secret, or a value that cannot be converted. The previous file is copied to `backups/config`.
 * @throws {ConfigError} when the file is not valid YAML or cannot be written.
 */
export async function migrateConfig(
  paths: HomePaths,
  { isDry = false, additions = [] }: MigrateConfigOptions = {},
): Promise<readonly MigratedSetting[]> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  const former = (await readTextFile(paths.config)) ?? ''
  const document = parseConfigDocument(paths.config, former)
  for (const { path, value } of additions) document.set(path, value)
  // The additions decide what else has a counterpart: the settings of a network count only once it is set up.
  const extended = additions.length === 0 ? document : parseConfigDocument(paths.config, document.toString())
  const { settings } = adaptPythonSettings(extended.values, paths.config)
  const migrated = [...additions.map(toAdded), ...settings.map(toMigrated)]
  const going = settings.filter(({ stays }) => stays === undefined)
  if (going.length === 0 && additions.length === 0) return migrated
  const leaving = going.filter((setting) => newValueOf(setting) === undefined)
  for (const path of withoutEmptied(leaving, extended.values)) extended.remove(path)
  for (const { path, value } of going.flatMap(({ becomes }) => becomes)) extended.set(path, value)
  const text = extended.toString()
  assertAsValid(parseConfigDocument(paths.config, former), parseConfigDocument(paths.config, text), paths.config)
  if (isDry) return migrated
  await keepConfigCopy(paths, 'migrate')
  await writeTextFile(paths.config, text)
  return migrated
}

function toAdded({ path, value }: ConvertedSetting): MigratedSetting {
  return { path: path.join('.'), movedTo: [path.join('.')], value }
}

function toMigrated(setting: PythonSetting): MigratedSetting {
  const { path, becomes, stays } = setting
  const value = newValueOf(setting)
  const remark =
    setting.remark ?? (becomes.length === 0 && stays === undefined ? 'It changes nothing here.' : undefined)
  return {
    path: path.join('.'),
    movedTo: becomes.map((each) => each.path.join('.')),
    ...(value !== undefined && { value }),
    ...(remark !== undefined && { remark }),
    ...(stays !== undefined && { stays }),
  }
}

/**
 * Returns the paths to remove. A list or section is removed as a whole if all of its entries are, except for the sections that Hermes has
 * itself. The last entry of a list comes first, so that the positions of the others stay valid.
 */
function withoutEmptied(going: readonly PythonSetting[], values: Section): readonly (readonly string[])[] {
  const leaving = new Set(going.map(({ path }) => JSON.stringify(path)))
  const leaves = (path: readonly string[], value: unknown): boolean => {
    if (leaving.has(JSON.stringify(path))) return true
    const isKept = path.length === 0 || (path.length === 1 && !Array.isArray(value) && !isForeignSection(path[0] ?? ''))
    const entries = isSection(value) || Array.isArray(value) ? Object.entries(value) : []
    return !isKept && entries.length > 0 && entries.every(([name, inner]) => leaves([...path, name], inner))
  }
  const topOf = (path: readonly string[]): readonly string[] => {
    const parent = path.slice(0, -1)
    return parent.length > 0 && leaves(parent, valueInside(values, parent)) ? topOf(parent) : path
  }
  const unique = new Map(going.map(({ path }) => topOf(path)).map((path) => [JSON.stringify(path), path]))
  return [...unique.values()].reverse()
}

/** Returns the value at a path, which may lead through lists. */
function valueInside(values: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return values
  if (Array.isArray(values)) return valueInside(values[Number(name)], rest)
  return isSection(values) ? valueInside(values[name], rest) : undefined
}

/** Checks that the new file is valid. @throws {ConfigError} when it has an error that the old one does not have. */
function assertAsValid(before: ConfigDocument, after: ConfigDocument, file: string): void {
  const errorsIn = ({ values }: ConfigDocument) => {
    const validation = validateConfig(adaptPythonSettings(values, file).values, () => '')
    return 'errors' in validation ? validation.errors : []
  }
  const former = new Set(errorsIn(before).map(({ message }) => message))
  const error = errorsIn(after).find(({ message }) => !former.has(message))
  if (error) throw new ConfigError(error.path, `${file} was not changed: ${error.message}`, { cause: error })
}
