import { isDeepStrictEqual } from 'node:util'
import { isSection, type Section } from '../../../schema/section.js'
import { valueIn } from '../../document/value-at.js'
import { withSetting } from '../config-layers.js'
import { findReference } from '../substitute-variables.js'
import { validateConfig } from '../validate-config.js'
import type { Converter, GivenSettings } from './conversion.js'
import { converters } from './conversions.js'
import { describePythonSettings } from './describe-python-settings.js'
import { isEmpty } from './fields.js'
import { holdsSecret } from './holds-secret.js'
import { holdsNetwork, networkConverterAt } from './network-conversions.js'
import type { AdaptedSettings, ConvertedSetting, PythonSetting } from './python-setting.js'
import { unsetEmptyTexts } from './unset-empty-texts.js'
import { withKnownValues } from './with-known-values.js'
import { hasNoCounterpart, reasonFor } from './without-counterpart.js'

/**
 * Converts the settings of the Hermes Agent in Python, because both programs read the same file. A setting with a counterpart takes effect
 * unless the counterpart is set itself; the rest is left out. Names that neither program knows are kept, so that validation reports them.
 */
export function adaptPythonSettings(given: Section, file: string): AdaptedSettings {
  const found: FoundSetting[] = []
  const { values: known, replaced } = withKnownValues(given)
  const search = { given: { all: known, isOfPython: '_config_version' in given }, found }
  let values = prune(known, [], search)
  const settings = found.map((setting): PythonSetting => {
    const converted = convert(setting, values, search.given)
    for (const { path, value } of converted.becomes) values = withSetting(values, path, value)
    return converted
  })
  const withoutEmpty = unsetEmptyTexts(values)
  const foreign = new Set(found.filter(({ converter }) => !converter).map(({ path }) => path))
  const rewritten = replaced.map(({ path, value }): PythonSetting => ({ path, becomes: [{ path, value }] }))
  return {
    values: withoutEmpty.values,
    settings: [...rewritten, ...settings, ...withoutEmpty.paths.map(emptySetting)],
    isForeign: replaced.length > 0 || settings.some(({ stays }) => stays === undefined),
    warnings: describePythonSettings({
      file,
      settings,
      replaced: replaced.map(({ path, instead }) => {
        return `The value of ${path.join('.')} in ${file} is one of the Hermes Agent in Python: ${instead}.`
      }),
      reasonOf: ({ path }) => (foreign.has(path) ? reasonFor(path) : undefined),
    }),
  }
}

interface FoundSetting {
  readonly path: readonly string[]
  readonly value: unknown
  /** The converter of the setting. Absent if it has no counterpart. */
  readonly converter?: Converter
}

interface Search {
  readonly given: GivenSettings
  readonly found: FoundSetting[]
  /** Whether only the Hermes Agent in Python has the section. */
  readonly isForeign?: boolean
}

/** Returns the settings that Hermes has itself. The others are added to `found`. */
function prune(section: Section, parent: readonly string[], search: Search): Section {
  const ofEntries = converters.get(parent.join('.'))
  const kept = Object.entries(section).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const path = [...parent, name]
    const converter = ofEntries?.isEach ? ofEntries : converterAt(path, search.given)
    if (converter && (converter.isForeign?.(value, search.given, name) ?? true)) {
      findConverted({ path, value, converter }, search)
      return []
    }
    if (search.isForeign || hasNoCounterpart(path, value)) {
      findForeign(path, value, search)
      return []
    }
    return [[name, isSection(value) ? prune(value, path, search) : value]]
  })
  return Object.fromEntries(kept)
}

/** Returns the converter for a whole value. */
function converterAt(path: readonly string[], given: GivenSettings): Converter | undefined {
  const converter = converters.get(path.join('.'))
  if (converter?.isEach) return converter.isForeign ? undefined : converter
  return converter ?? networkConverterAt(path, given)
}

function findConverted({ path, value, converter }: Required<FoundSetting>, { found }: Search): void {
  const isWhole = converters.get(path.join('.')) === converter
  const entries =
    converter.isEach && isWhole && typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (converter.isEach && isWhole && isEmptyList(value)) found.push({ path, value, converter: nothing })
  else if (entries.length === 0) found.push({ path, value, converter })
  else found.push(...entries.map(([entry, own]) => ({ path: [...path, entry], value: own, converter })))
}

const nothing: Converter = { convert: () => ({ settings: [] }) }

function isEmptyList(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || isEmpty(value)
}

/** Finds a setting without a counterpart. A section is named as a whole, unless parts of it have a counterpart. */
function findForeign(path: readonly string[], value: unknown, search: Search): void {
  if (isSection(value) && holdsConverted(path)) {
    const found: FoundSetting[] = []
    prune(value, path, { ...search, found, isForeign: true })
    if (found.some(({ converter }) => converter)) {
      search.found.push(...found)
      return
    }
  }
  search.found.push({ path, value })
}

const sectionsWithConverted: ReadonlySet<string> = new Set(
  [...converters.keys()].flatMap((key) => {
    const names = key.split('.')
    return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'))
  }),
)

function holdsConverted(path: readonly string[]): boolean {
  return sectionsWithConverted.has(path.join('.')) || holdsNetwork(path)
}

function convert({ path, value, converter }: FoundSetting, values: Section, given: GivenSettings): PythonSetting {
  const name = path.at(-1) ?? ''
  if (!converter) {
    if (!holdsSecret(name, value)) return { path, becomes: [], remark: reasonFor(path) }
    return { path, becomes: [], stays: `${reasonFor(path)} It holds a secret that you may still need.` }
  }
  const conversion = converter.convert(value, name, given)
  if ('because' in conversion) return { path, becomes: [], stays: conversion.because }
  const { settings } = conversion
  const taken = settings.filter((setting) => !isEmpty(valueIn(values, setting.path)))
  const free = settings.filter((setting) => !taken.includes(setting))
  const problem = free.map((setting) => problemWith(setting, values)).find((found) => found !== undefined)
  if (problem !== undefined) return { path, becomes: [], stays: problem }
  const other = taken.filter((setting) => !isDeepStrictEqual(valueIn(values, setting.path), setting.value))
  const wins = other.map((setting) => `${setting.path.join('.')} is set, too, and wins.`)
  if (wins.length > 0 && holdsSecret(name, value)) return { path, becomes: free, stays: wins.join(' ') }
  const remark = [conversion.remark, ...wins].filter((sentence) => sentence !== undefined).join(' ')
  return { path, becomes: free, ...(remark !== '' && { remark }) }
}

/** Returns a sentence that says why a setting cannot have a value. */
function problemWith({ path, value }: ConvertedSetting, values: Section): string | undefined {
  // The value is only known once the variable is substituted.
  if (findReference(JSON.stringify(value))) return undefined
  const [section = ''] = path
  const errorsIn = (settings: Section): readonly string[] => {
    const validation = validateConfig({ [section]: settings[section] ?? {} }, () => '')
    return 'errors' in validation ? validation.errors.map(({ message }) => message) : []
  }
  const former = new Set(section in values ? errorsIn(values) : [])
  return errorsIn(withSetting(values, path, value)).find((message) => !former.has(message))
}

function emptySetting(path: readonly string[]): PythonSetting {
  return { path, becomes: [], remark: 'It is empty, which means unset.' }
}
