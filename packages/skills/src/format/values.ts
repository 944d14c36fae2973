import { isRecord } from '@hermes/safety'
import type { Frontmatter } from './parse-frontmatter.js'

/** Returns a non-empty text, also from a number. */
export function textIn(values: Frontmatter, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values[name]
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return undefined
}

/** Returns a list of texts, also written as `a, b` or `[a, b]` in a text. Empty if there is none. */
export function textsIn(values: Frontmatter, ...names: readonly string[]): readonly string[] {
  return listIn(values, ...names).flatMap((entry) =>
    typeof entry === 'string' && entry.trim() !== '' ? [entry.trim()] : [],
  )
}

export function listIn(values: Frontmatter, ...names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = values[name]
    if (Array.isArray(value)) return value
    if (typeof value === 'string' && value.trim() !== '') return value.replaceAll(/^\s*\[|\]\s*$/g, '').split(',')
  }
  return []
}

/** Whether a switch is on, also written as a text. */
export function isOn(values: Frontmatter, name: string): boolean {
  return values[name] === true || values[name] === 'true'
}

export function isOff(values: Frontmatter, name: string): boolean {
  return values[name] === false || values[name] === 'false'
}

/** Returns a section, also written as JSON in a text. Empty if there is none. */
export function sectionIn(values: Frontmatter, name: string): Frontmatter {
  const value = values[name]
  return isRecord(value) ? value : {}
}

/** Returns the list, or `undefined` if it is empty. */
export function filled<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined
}

/** Returns the object, or `undefined` if it has no value. */
export function ifAny<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).some((inner) => inner !== undefined) ? value : undefined
}
