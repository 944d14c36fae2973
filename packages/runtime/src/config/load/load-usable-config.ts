import { type LoadedConfig, loadConfig } from './load-config.js'
import { readUsable } from './read-usable.js'
import type { LoadConfigOptions } from './settle-config.js'

/**
 * Like `loadConfig`, but while `config.yaml` is not valid YAML, the newest copy with which Hermes has worked is in effect, with a warning.
 * @throws {ConfigError} when a setting is invalid, or there is no such copy.
 */
export async function loadUsableConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const { result, copy } = await readUsable(options, loadConfig)
  return copy ? { ...result, copy: copy.path, warnings: [copy.warning, ...result.warnings] } : result
}
