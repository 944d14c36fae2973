import type { Variables } from '../../home/home-paths.js'
import { isSection, type Section } from '../../schema/section.js'

/** Matches `${NAME}` or `${env:NAME}`. A bare `$NAME` is not a reference. */
const references = /\$\{(?:env:)?([A-Za-z_]\w*)\}/g

export interface Reference {
  /** The reference as it is written. */
  readonly text: string
  readonly variable: string
}

/** Returns the first reference to a variable in a text. In a setting, this is a reference that was not substituted. */
export function findReference(text: string): Reference | undefined {
  const [[whole, variable] = []] = text.matchAll(references)
  return whole !== undefined && variable !== undefined ? { text: whole, variable } : undefined
}

/**
 * Substitutes the references to variables in all texts of a section. A reference to an unknown variable stays unchanged and is reported to `onMissing`.
 */
export function substituteVariables(
  section: Section,
  variables: Variables,
  onMissing: (name: string) => void,
): Section {
  const inText = (text: string) =>
    text.replaceAll(references, (whole, name: string) => {
      const value = variables[name]
      if (value === undefined) onMissing(name)
      return value ?? whole
    })
  return mapTexts(section, inText)
}

function mapTexts(section: Section, change: (text: string) => string): Section {
  return Object.fromEntries(Object.entries(section).map(([key, value]) => [key, mapValue(value, change)]))
}

function mapValue(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change))
  return isSection(value) ? mapTexts(value, change) : value
}
