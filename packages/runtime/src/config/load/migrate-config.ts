import { ConfigError } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import { isSection, type Section } from '../../schema/section.js'
import type { ConfigDocument } from '../document/config-document.js'
import { valueIn } from '../document/value-at.js'
import { adaptPythonSettings } from '../sources/python/adapt-python-settings.js'
import { newValueOf, type PythonSetting } from '../sources/python/python-setting.js'
import { validateConfig } from '../sources/validate-config.js'
import { keepConfigCopy } from './config-copies.js'

/** A setting of the Hermes Agent in Python in `config.yaml`. */
export interface MigratedSetting {
  readonly path: string
  /** The settings that take its value. Empty: it has no counterpart. */
  readonly movedTo: readonly string[]
  /** Its value, where only that is written otherwise here. */
  readonly value?: unknown
  /** A sentence about what is lost. */
  readonly remark?: string
  /** Why it stays where it is, as a sentence. Absent: it is moved or removed. */
  readonly stays?: string
}

/**
 * Moves the settings of the Hermes Agent in Python in `config.yaml` to their counterparts, with converted values, and removes those that
 * have none. The settings in effect are the same before and after. What would be lost stays where it is: a secret, a value that cannot be
 * converted, and one whose counterpart is set already. The previous file is copied to `backups/config`.
 * @param options.isDry Changes nothing.
 * @throws {ConfigError} when the file is not valid YAML, or cannot be written.
 */
export async function migrateConfig(
  paths: HomePaths,
  { isDry = false }: { readonly isDry?: boolean } = {},
): Promise<readonly MigratedSetting[]> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  const document = parseConfigDocument(paths.config, (await readTextFile(paths.config)) ?? '')
  const { settings } = adaptPythonSettings(document.values, paths.config)
  const migrated = settings.map(toMigrated)
  const going = settings.filter(({ stays }) => stays === undefined)
  if (going.length === 0) return migrated
  const leaving = going.filter((setting) => newValueOf(setting) === undefined)
  for (const path of withoutEmptied(leaving, document.values)) document.remove(path)
  for (const { path, value } of going.flatMap(({ becomes }) => becomes)) document.set(path, value)
  const text = document.toString()
  assertAsValid(document, parseConfigDocument(paths.config, text), paths.config)
  if (isDry) return migrated
  await keepConfigCopy(paths, 'migrate')
  await writeTextFile(paths.config, text)
  return migrated
}

function toMigrated(setting: PythonSetting): MigratedSetting {
  const { path, becomes, remark, stays } = setting
  const value = newValueOf(setting)
  return {
    path: path.join('.'),
    movedTo: becomes.map((each) => each.path.join('.')),
    ...(value !== undefined && { value }),
    ...(remark !== undefined && { remark }),
    ...(stays !== undefined && { stays }),
  }
}

/** The paths to remove: a list or section whose entries all go, goes itself. The last entry of a list first, so that the places of the others stay. */
function withoutEmptied(going: readonly PythonSetting[], values: Section): readonly (readonly string[])[] {
  const paths = going.map(({ path }) => path)
  const emptied = (path: readonly string[]): readonly string[] => {
    const parent = path.slice(0, -1)
    const value = valueIn(values, parent)
    const isEntry = Array.isArray(value) || (parent.length > 1 && isSection(value))
    if (!isEntry) return path
    const leaving = paths.filter(
      (each) => each.length === path.length && each.slice(0, -1).join('.') === parent.join('.'),
    )
    return leaving.length === Object.keys(value).length ? parent : path
  }
  const unique = new Map(paths.map(emptied).map((path) => [JSON.stringify(path), path]))
  return [...unique.values()].reverse()
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
