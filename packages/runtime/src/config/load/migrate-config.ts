import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import { isSection } from '../../schema/section.js'
import { findPythonSettings } from '../sources/python-settings.js'
import { keepConfigCopy } from './config-copies.js'

/** A setting of the Hermes Agent in Python in `config.yaml`. */
export interface MigratedSetting {
  readonly path: string
  /** Where its value goes. Absent: it has no counterpart and is removed, unless it has another value here. */
  readonly movedTo?: string
  /** Its value here; its name stays. */
  readonly becomes?: string
}

/**
 * Removes the settings of the Hermes Agent in Python from `config.yaml`, and moves those that have another name here. A value that is
 * set here already stays. The previous file is copied to `backups/config`.
 * @param options.isDry Changes nothing.
 * @throws {ConfigError} when the file is not valid YAML, or cannot be written.
 */
export async function migrateConfig(
  paths: HomePaths,
  { isDry = false }: { readonly isDry?: boolean } = {},
): Promise<readonly MigratedSetting[]> {
  const { parseConfigDocument } = await import('../document/config-document.js')
  const document = parseConfigDocument(paths.config, (await readTextFile(paths.config)) ?? '')
  const found = findPythonSettings(document.values).filter(({ path }) => document.has(path.split('.')))
  if (isDry || found.length === 0) return found
  for (const { path, movedTo, becomes } of found) {
    const names = path.split('.')
    if (becomes !== undefined) {
      document.set(names, becomes)
      continue
    }
    const value = names.reduce<unknown>((inner, name) => (isSection(inner) ? inner[name] : undefined), document.values)
    if (movedTo !== undefined && !document.has(movedTo.split('.'))) document.set(movedTo.split('.'), value)
    document.remove(names)
  }
  await keepConfigCopy(paths, 'migrate')
  await writeTextFile(paths.config, document.toString())
  return found
}
