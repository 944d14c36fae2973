import { nearestNames } from '@hermes/safety'
import type { Section } from '../schema/section.js'
import type { OptionsSchema } from './schema-of-options.js'

/** Returns the settings that a schema does not define; empty if the schema accepts every name. */
export function unknownSettings(settings: Section, { properties, additionalProperties }: OptionsSchema): string[] {
  if (additionalProperties !== false) return []
  return Object.keys(settings).filter((name) => !Object.hasOwn(properties ?? {}, name))
}

/**
 * Returns ` (did you mean platforms.telegram.token?)`, or an empty string if the section has no similar setting.
 * @param names The settings of the section.
 */
export function similarSetting(section: string, name: string, names: readonly string[]): string {
  const [near] = nearestNames(name, names, { most: 1 })
  return near === undefined ? '' : ` (did you mean ${section}.${near}?)`
}
