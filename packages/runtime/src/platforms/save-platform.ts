import { type ConfigEdit, mergeSection, writeConfigValue } from '../config/edit/edit-config.js'
import type { HomePaths } from '../home/home-paths.js'
import type { Section } from '../schema/section.js'
import type { PlatformForm } from './platform-form.js'

/**
 * Writes settings of a chat network to `config.yaml`, and keeps its other settings. Secrets are written to `.env`, and the settings name their variables.
 * @param values The values by name. `undefined` removes a setting.
 * @returns where the values were written.
 * @throws {ConfigError} when a value is invalid.
 */
export async function savePlatform(
  paths: HomePaths,
  { name, fields }: Pick<PlatformForm, 'name' | 'fields'>,
  values: Section,
): Promise<readonly ConfigEdit[]> {
  const edits: ConfigEdit[] = []
  const references = new Map<string, string>()
  // Secrets are written first, because settings must not name a variable that was not written because of a crash.
  for (const field of fields) {
    const value = values[field.name]
    if (!field.isSecret || typeof value !== 'string') continue
    edits.push(await writeConfigValue(paths, field.variable, value))
    references.set(field.name, `\${${field.variable}}`)
  }
  const settings = { ...values, ...Object.fromEntries(references) }
  return [...edits, await mergeSection(paths, ['platforms', name], settings)]
}
