import { ConfigError } from '@hermes/core'
import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import type { Config } from '../../schema/config-schema.js'
import { isSection, type Section } from '../../schema/section.js'
import type { ConfigDocument } from '../document/config-document.js'
import { type ConfigKey, requireConfigKey } from '../document/config-keys.js'
import { fitText } from '../document/fit-text.js'
import { isWithin } from '../document/is-within.js'
import { namesOf } from '../document/names-of.js'
import { valueAt } from '../document/value-at.js'
import { withSetting } from '../sources/config-layers.js'
import { editEnvText } from '../sources/env-file.js'
import { environmentKeys } from '../sources/environment-keys.js'
import { validateConfig } from '../sources/validate-config.js'

/** The place where a value was written or removed. */
export interface ConfigEdit {
  readonly file: string
  /** The path of the setting, or the variable in `.env`. */
  readonly name: string
}

/** Checks values in ways that the schema of the settings cannot. */
export interface ValueJudge {
  /** Converts the text of a chat network's own setting. `setting` is `[NETWORK, SETTING]`. */
  fitPlatformText(text: string, setting: readonly string[], use: unknown): Promise<unknown>
  /** Rejects a setting with which Hermes would not start. @throws {ConfigError} */
  refuse(path: string, config: Config): Promise<void>
}

/**
 * Returns the value of a setting or section; `undefined` if it has neither a value nor a default.
 * @throws {ConfigError} when there is no such setting.
 */
export function getConfigValue(config: Config, path: string): unknown {
  const value = valueAt(config, path)
  if (value === undefined) requireConfigKey(path)
  return value
}

/**
 * Writes a setting to `config.yaml`, keeping comments and order. Variables (`OPENROUTER_API_KEY`) and secrets that have a variable
 * (`gateway.api_server.key`) are written to `.env` instead. Both files become readable only by their owner.
 * @param text The value as on a command line: `90`, `true`, `file, terminal`.
 * @param judge Default: only the schema is checked.
 * @throws {ConfigError} when there is no such setting or the value is invalid. Nothing is written then.
 */
export async function writeConfigValue(
  paths: HomePaths,
  path: string,
  text: string,
  judge?: ValueJudge,
): Promise<ConfigEdit> {
  if (isVariableName(path)) return setVariable(paths, path, text)
  const key = requireConfigKey(path)
  const document = await readDocument(paths)
  const names = namesOf(path)
  await refuseManaged(paths, names)
  const variable = key.isSecret && !document.has(names) ? variableOf(path) : undefined
  if (variable) return setVariable(paths, variable, text)
  const value = path === key.path ? await fitValue(text, key, { names, values: document.values, judge }) : text
  rejectMisfit(document.values, names, value)
  await rejectRefused({ names, values: document.values, judge }, value)
  document.set(names, value)
  await writeTextFile(paths.config, document.toString())
  return { file: paths.config, name: path }
}

/**
 * Adds the missing values to a list in `config.yaml`, keeping comments and order. The file becomes readable only by its owner.
 * @throws {ConfigError} when there is no such setting or a value is invalid. Nothing is written then.
 */
export async function extendConfigList(paths: HomePaths, path: string, values: readonly string[]): Promise<ConfigEdit> {
  requireConfigKey(path)
  const document = await readDocument(paths)
  const names = namesOf(path)
  await refuseManaged(paths, names)
  const current = names.reduce<unknown>((inner, name) => (isSection(inner) ? inner[name] : undefined), document.values)
  const known: readonly unknown[] = Array.isArray(current) ? current : []
  const missing = [...new Set(values)].filter((value) => !known.includes(value))
  rejectMisfit(document.values, names, [...known, ...missing])
  if (missing.length > 0) {
    document.append(names, missing)
    await writeTextFile(paths.config, document.toString())
  }
  return { file: paths.config, name: path }
}

/** Writes a whole section. @throws {ConfigError} when it is invalid. Nothing is written then. */
export async function saveSection(paths: HomePaths, names: readonly string[], value: object): Promise<ConfigEdit> {
  const document = await readDocument(paths)
  await refuseManaged(paths, names, value)
  rejectMisfit(document.values, names, value)
  document.set(names, value)
  await writeTextFile(paths.config, document.toString())
  return { file: paths.config, name: names.join('.') }
}

/**
 * Writes settings of a section and keeps its other settings.
 * @param values The values by name. `undefined` removes a setting.
 * @throws {ConfigError} when one is invalid. Nothing is written then.
 */
export async function mergeSection(paths: HomePaths, names: readonly string[], values: Section): Promise<ConfigEdit> {
  const document = await readDocument(paths)
  await refuseManaged(paths, names, values)
  for (const [name, value] of Object.entries(values)) {
    const path = [...names, name]
    if (value === undefined) {
      if (document.has(path)) document.remove(path)
      continue
    }
    rejectMisfit(document.values, path, value)
    document.set(path, value)
  }
  await writeTextFile(paths.config, document.toString())
  return { file: paths.config, name: names.join('.') }
}

/**
 * Removes a setting from `config.yaml` or a variable from `.env`, which restores its default. Unknown names are also accepted, so that
 * misspelled settings can be removed.
 * @returns `undefined` when it was not set.
 */
export async function unsetConfigValue(paths: HomePaths, path: string): Promise<ConfigEdit | undefined> {
  if (isVariableName(path)) return unsetVariable(paths, path)
  const document = await readDocument(paths)
  const names = namesOf(path)
  if (document.has(names)) {
    document.remove(names)
    await writeTextFile(paths.config, document.toString())
    return { file: paths.config, name: path }
  }
  const variable = variableOf(path)
  return variable ? unsetVariable(paths, variable) : undefined
}

interface ValueContext {
  readonly names: readonly string[]
  /** The values in the file. */
  readonly values: Section
  readonly judge: ValueJudge | undefined
}

async function fitValue(text: string, key: ConfigKey, { names, values, judge }: ValueContext): Promise<unknown> {
  const [section, ...inner] = names
  if (!judge || section !== 'platforms' || Object.keys(key.schema).length > 0) return fitText(text, key.schema)
  return judge.fitPlatformText(text, inner, valueAt(values, `platforms.${inner[0]}.use`))
}

function isVariableName(path: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(path)
}

function variableOf(path: string): string | undefined {
  return environmentKeys.find((key) => key.path === path)?.variable
}

async function setVariable(paths: HomePaths, name: string, value: string): Promise<ConfigEdit> {
  await writeTextFile(paths.env, editEnvText((await readTextFile(paths.env)) ?? '', name, value))
  return { file: paths.env, name }
}

async function unsetVariable(paths: HomePaths, name: string): Promise<ConfigEdit | undefined> {
  const text = (await readTextFile(paths.env)) ?? ''
  const edited = editEnvText(text, name, undefined)
  if (edited === text) return undefined
  await writeTextFile(paths.env, edited)
  return { file: paths.env, name }
}

async function readDocument(paths: HomePaths): Promise<ConfigDocument> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  return parseConfigDocument(paths.config, (await readTextFile(paths.config)) ?? '')
}

/** Rejects changes to settings that the machine fixes, because they would have no effect. @throws {ConfigError} */
async function refuseManaged(paths: HomePaths, names: readonly string[], value?: object): Promise<void> {
  const text = await readTextFile(paths.managed)
  if (text === undefined) return
  const { parseConfigDocument } = await import('../document/config-document.js')
  const managed = parseConfigDocument(paths.managed, text)
  const written = value === undefined ? [names] : Object.keys(value).map((name) => [...names, name])
  const fixed = written.find((path) => managed.has(path))
  if (!fixed) return
  const name = fixed.join('.')
  throw new ConfigError(name, `${paths.managed} sets ${name} on this machine: ask its administrator to change it.`)
}

/**
 * Rejects an invalid value. Only errors of this setting and new errors of what contains it count, so that one wrong line does not
 * prevent the correction of another.
 */
function rejectMisfit(values: Section, names: readonly string[], value: unknown): void {
  if (typeof value === 'string' && value.includes('${')) return
  const path = names.join('.')
  const former = new Set(errorsIn(values).map(({ message }) => message))
  const error = errorsIn(withSetting(values, names, value)).find(
    (candidate) => isWithin(candidate.path, path) || (isWithin(path, candidate.path) && !former.has(candidate.message)),
  )
  if (error) throw error
}

/** Rejects a value with which Hermes would not start. This cannot be checked while another setting is invalid. */
async function rejectRefused({ names, values, judge }: ValueContext, value: unknown): Promise<void> {
  if (typeof value === 'string' && value.includes('${')) return
  const validation = validateConfig(withSetting(values, names, value), () => '')
  if ('errors' in validation) return
  await judge?.refuse(names.join('.'), validation.config)
}

function errorsIn(values: Section): readonly ConfigError[] {
  const validation = validateConfig(values, () => '')
  return 'errors' in validation ? validation.errors : []
}
