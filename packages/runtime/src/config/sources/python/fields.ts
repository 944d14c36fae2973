import { isSection, type Section } from '../../../schema/section.js'

/** Removes empty texts and sections, which mean the default in the Python program. */
export function withoutEmpty(section: Section): Section {
  return Object.fromEntries(Object.entries(section).filter(([, value]) => !isEmpty(value)))
}

/** Whether a value means the default in the Python program. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return isSection(value) && Object.keys(value).length === 0
}

/** Returns a sentence that says that fields have no counterpart. */
export function withoutFields(names: readonly string[]): string {
  return `It has no ${names.join(' and no ')} here.`
}

/** Returns the items of a list, which may also be a comma-separated text. */
export function toItems(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : String(value ?? '').split(',')
  return items.map((item) => String(item).trim()).filter((item) => item !== '')
}
