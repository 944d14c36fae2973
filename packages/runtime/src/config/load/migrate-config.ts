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
  /** The settings that take its value. Empty: it has no counterpart. */
  readonly movedTo: readonly string[]
  /** Its value, where only that is written otherwise here. */
  readonly value?: unknown
  /** A sentence about what is lost. Without a counterpart, why. */
  readonly remark?: string
  /** Why it stays where it is, as a sentence. Absent: it is moved or removed. */
  readonly stays?: string
}

export interface MigrateConfigOptions {
  /** Changes nothing. Default false. */
  readonly isDry?: boolean
  /** Settings to add where there are none. */
  readonly additions?: readonly ConvertedSetting[]
}

/**
 * Moves the settings of the Hermes Agent in Python in `config.yaml` to their counterparts, with converted values, and removes those that
 * have none. The settings in effect are the same before and after, except for the additions. What would be lost stays where it is: a secret,
 * and a value that cannot be converted. The previous file is copied to `backups/config`.
 * @throws {ConfigError} when the file is not valid YAML, or cannot be written.
 */
export async function migrateConfig(
  paths: HomePaths,
  { isDry = false, additions = [] }: MigrateConfigOptions = {},
): Promise<readonly MigratedSetting[]> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  const former = (await readTextFile(paths.config)) ?? ''
  const document = parseConfigDocument(paths.config, former)
  for (const { path, value } of additions) document.set(path, value)
  // What is added decides what else has a counterpart: the settings of a network that is set up.
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
 * The paths to remove: a list or section whose entries all go, goes itself, except for the sections of this program. The last entry of a list
 * first, so that the places of the others stay.
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

/** Also in lists. */
function valueInside(values: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return values
  if (Array.isArray(values)) return valueInside(values[Number(name)], rest)
  return isSection(values) ? valueInside(values[name], rest) : undefined
}

/** @throws {ConfigError} when the new file has a mistake that the old one has not. */
function assertAsValid(before: ConfigDocument, after: ConfigDocument, file: string): void {
  const errorsIn = ({ values }: ConfigDocument) => {
    const validation = validateConfig(adaptPythonSettings(values, file).values, () => '')
    return 'errors' in validation ? validation.errors : []
  }
  const former = new Set(errorsIn(before).map(({ message }) => message))
  const error = errorsIn(after).find(({ message }) => !former.has(message))
  if (error) throw new ConfigError(error.path, `${file} was not changed: ${error.message}`, { cause: error })
}
