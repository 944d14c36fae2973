import { isSection, type Section } from '../../../schema/section.js'

/** An empty text and an empty section mean the default there. */
export function withoutEmpty(section: Section): Section {
  return Object.fromEntries(Object.entries(section).filter(([, value]) => !isEmpty(value)))
}

/** Whether a value means the default there. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return isSection(value) && Object.keys(value).length === 0
}

/** Says that fields have no counterpart. */
export function withoutFields(names: readonly string[]): string {
  return `It has no ${names.join(' and no ')} here.`
}

/** The items of a list, which is also written as a text with commas. */
export function toItems(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : String(value ?? '').split(',')
  return items.map((item) => String(item).trim()).filter((item) => item !== '')
}
