import { ConfigError } from '@hermes/core'
import { readTextFile } from '../home/text-file.js'
import { configCopies } from './config-copies.js'
import { type LoadedConfig, loadConfig } from './load-config.js'
import type { LoadConfigOptions } from './settle-config.js'

/**
 * Like `loadConfig`, but while `config.yaml` is not valid YAML, the newest copy with which Hermes has worked is in effect, and a warning says so.
 * @throws {ConfigError} when a setting is invalid, or there is no such copy.
 */
export async function loadUsableConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  try {
    return await loadConfig(options)
  } catch (error) {
    if (!(error instanceof ConfigError) || options.ignoresFile || !(await isBroken(options.paths.config))) throw error
    for (const copy of await configCopies(options.paths, 'good')) {
      const loaded = await loadConfig({ ...options, file: copy }).catch(() => undefined)
      if (loaded)
        return { ...loaded, copy, warnings: [`${error.message} Until then, ${copy} is used.`, ...loaded.warnings] }
    }
    throw error
  }
}

async function isBroken(path: string): Promise<boolean> {
  const { parseConfigDocument } = await import('./config-document.js')
  try {
    parseConfigDocument(path, (await readTextFile(path)) ?? '')
    return false
  } catch {
    return true
  }
}
