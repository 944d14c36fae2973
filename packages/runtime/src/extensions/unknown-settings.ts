import { nearestNames } from '@hermes/safety'
import type { Section } from '../schema/section.js'
import type { OptionsSchema } from './schema-of-options.js'

/** The settings that a schema has no place for. Empty for one that takes every name. */
export function unknownSettings(settings: Section, { properties, additionalProperties }: OptionsSchema): string[] {
  if (additionalProperties !== false) return []
  return Object.keys(settings).filter((name) => !Object.hasOwn(properties ?? {}, name))
}

/**
 * ` (did you mean platforms.telegram.token?)`, or empty when a section has no similar setting.
 * @param names Those that the section has.
 */
export function similarSetting(section: string, name: string, names: readonly string[]): string {
  const [near] = nearestNames(name, names, { most: 1 })
  return near === undefined ? '' : ` (did you mean ${section}.${near}?)`
}
