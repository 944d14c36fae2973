import type { Section } from '../../../schema/section.js'

/** An empty text and an empty section mean the default there. */
export function withoutEmpty(section: Section): Section {
  return Object.fromEntries(Object.entries(section).filter(([, value]) => value !== '' && value !== null))
}

/** Says that fields have no counterpart. */
export function withoutFields(names: readonly string[]): string {
  return `It has no ${names.join(' and no ')} here.`
}
