import { isSection, type Section } from '../../../schema/section.js'
import { valueIn } from '../../document/value-at.js'
import { withSetting } from '../config-layers.js'
import { findReference } from '../substitute-variables.js'
import { validateConfig } from '../validate-config.js'
import type { Converter } from './conversion.js'
import { converters } from './conversions.js'
import { holdsSecret } from './holds-secret.js'
import { type AdaptedSettings, type ConvertedSetting, newValueOf, type PythonSetting } from './python-setting.js'
import { isForeignServer, toServer } from './to-server.js'
import { withKnownValues } from './with-known-values.js'
import { hasNoCounterpart, reasonFor } from './without-counterpart.js'

/**
 * Converts the settings of the Hermes Agent in Python, because both programs read the same file. What has a counterpart here is in effect,
 * unless that is set itself; the rest is left out. Names that are in neither program are kept, for the validation to report.
 */
export function adaptPythonSettings(given: Section, file: string): AdaptedSettings {
  const found: FoundSetting[] = []
  const { values: known, replaced } = withKnownValues(withoutEmptyTexts(given))
  let values = prune(known, [], found)
  const settings = found.map((setting): PythonSetting => {
    const converted = convert(setting, values)
    for (const { path, value } of converted.becomes) values = withSetting(values, path, value)
    return converted
  })
  const rewritten = replaced.map(({ path, value }): PythonSetting => ({ path, becomes: [{ path, value }] }))
  const told = replaced.map(({ path, instead }) => {
    return `The value of ${path.join('.')} in ${file} is one of the Hermes Agent in Python: ${instead}.`
  })
  return {
    values,
    settings: [...rewritten, ...settings],
    warnings: [...told, ...(settings.length === 0 ? [] : warningsOf(settings, file))],
  }
}

interface FoundSetting {
  readonly path: readonly string[]
  readonly value: unknown
  /** The path of its converter: of the section or list that it is an entry of. */
  readonly converter?: string
}

function prune(section: Section, parent: readonly string[], found: FoundSetting[]): Section {
  const kept = Object.entries(section).flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const path = [...parent, name]
    const dotted = path.join('.')
    const converter = converters.get(dotted)
    if (converter && (converter.isForeign?.(value) ?? true)) {
      const entries =
        converter.isEach && typeof value === 'object' && value !== null ? Object.entries(value) : undefined
      if (!entries) found.push({ path, value, converter: dotted })
      else found.push(...entries.map(([entry, own]) => ({ path: [...path, entry], value: own, converter: dotted })))
      return []
    }
    if (parent.length === 1 && parent[0] === 'providers' && isForeignServer(name, value)) {
      found.push({ path, value, converter: 'providers' })
      return []
    }
    if (hasNoCounterpart(dotted, value)) {
      found.push({ path, value })
      return []
    }
    return [[name, isSection(value) ? prune(value, path, found) : value]]
  })
  return Object.fromEntries(kept)
}

function convert({ path, value, converter }: FoundSetting, values: Section): PythonSetting {
  const name = path.at(-1) ?? ''
  const conversion = converterAt(converter)?.convert(value, name)
  if (!conversion) {
    const stays = holdsSecret(name, value) ? 'It holds a secret that you may still need.' : undefined
    return { path, becomes: [], ...(stays && { stays }) }
  }
  if ('because' in conversion) return { path, becomes: [], stays: conversion.because }
  const { settings, remark } = conversion
  const problem = settings.map((setting) => problemWith(setting, values)).find((found) => found !== undefined)
  if (problem !== undefined) return { path, becomes: [], stays: problem }
  return { path, becomes: settings, ...(remark !== undefined && { remark }) }
}

const serverConverter: Converter = { convert: (value, name) => toServer(name, value) }

function converterAt(path: string | undefined): Converter | undefined {
  // Only some of its entries are written as in Python.
  return path === 'providers' ? serverConverter : converters.get(path ?? '')
}

/** Why a setting cannot have a value, as a sentence. */
function problemWith({ path, value }: ConvertedSetting, values: Section): string | undefined {
  const name = path.join('.')
  if (valueIn(values, path) !== undefined) return `${name} is set, too, and wins.`
  // Only known once the variable is substituted.
  if (findReference(JSON.stringify(value))) return undefined
  const [section = ''] = path
  const errorsIn = (settings: Section): readonly string[] => {
    const validation = validateConfig({ [section]: settings[section] ?? {} }, () => '')
    return 'errors' in validation ? validation.errors.map(({ message }) => message) : []
  }
  const former = new Set(section in values ? errorsIn(values) : [])
  return errorsIn(withSetting(values, path, value)).find((message) => !former.has(message))
}

function warningsOf(settings: readonly PythonSetting[], file: string): readonly string[] {
  const told = settings.flatMap((setting) => {
    const { path, becomes, remark, stays } = setting
    const name = `${path.join('.')} in ${file}`
    const value = newValueOf(setting)
    if (value !== undefined) {
      const here = typeof value === 'object' ? 'written otherwise' : `"${String(value)}"`
      return [
        `The value of ${name} is ${here} here and is used as that: migrate the settings once only this program reads them.`,
      ]
    }
    const targets = becomes.map((setting) => setting.path.join('.')).join(' and ')
    if (targets === path.join('.'))
      return [`${name} is read as that of the Hermes Agent in Python.${remark === undefined ? '' : ` ${remark}`}`]
    if (targets !== '') {
      const end = remark === undefined ? '' : ` ${remark}`
      return [
        `${name} is ${targets} here and is used as that: migrate the settings once only this program reads them.${end}`,
      ]
    }
    if (!isConverted(path)) return []
    const reason = stays ?? remark
    return reason === undefined ? [] : [`${name} is ignored. ${reason}`]
  })
  const gone = Map.groupBy(
    settings.filter(({ path }) => !isConverted(path)).map(({ path }) => path.join('.')),
    reasonFor,
  )
  const ignored = [...gone].map(([reason, paths]) => {
    return `Settings of the Hermes Agent in Python in ${file} are ignored: ${paths.join(', ')}. ${reason}`
  })
  return [...told, ...ignored]
}

function isConverted(path: readonly string[]): boolean {
  const [whole, section] = [path.join('.'), path.slice(0, -1).join('.')]
  return [whole, section].some((each) => converterAt(each) !== undefined)
}

/** An empty text means the default there. */
function withoutEmptyTexts(values: Section): Section {
  const { agent, auxiliary } = values
  const tasks = isSection(auxiliary) ? Object.entries(auxiliary).map(([name, task]) => [name, filled(task)]) : []
  return {
    ...values,
    ...(isSection(agent) && agent.reasoning_effort === '' && { agent: { ...agent, reasoning_effort: undefined } }),
    ...(isSection(auxiliary) && { auxiliary: Object.fromEntries(tasks) }),
  }
}

function filled(task: unknown): unknown {
  if (!isSection(task)) return task
  return Object.fromEntries(Object.entries(task).filter(([, value]) => value !== ''))
}
