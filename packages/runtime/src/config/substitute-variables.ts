import type { Variables } from '../home/home-paths.js'
import { isSection, type Section } from '../schema/section.js'

/**
 * Substitutes `${NAME}` and `${env:NAME}` in all texts of a section. A bare `$NAME` is unchanged, and so is an unknown variable, which is
 * reported to `onMissing`.
 */
export function substituteVariables(
  section: Section,
  variables: Variables,
  onMissing: (name: string) => void,
): Section {
  const inText = (text: string) =>
    text.replace(/\$\{(?:env:)?([A-Za-z_]\w*)\}/g, (whole, name: string) => {
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
