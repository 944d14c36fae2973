import { type ConfigEdit, writeConfigValue } from '../config/edit/edit-config.js'
import type { HomePaths } from '../home/home-paths.js'

/**
 * Writes a setting to `config.yaml`, or a variable to `.env`, unless Hermes would not start with it.
 * @param text The value as on a command line: `90`, `true`, `file, terminal`.
 * @throws {ConfigError} when there is no such setting or the value is invalid. Nothing is written then.
 */
export function setConfigValue(paths: HomePaths, path: string, text: string): Promise<ConfigEdit> {
  return writeConfigValue(paths, path, text, {
    async fitPlatformText(value, setting, use) {
      const { fitPlatformText } = await import('../platforms/fit-platform-text.js')
      return fitPlatformText(value, setting, use, paths)
    },
    async refuse(name, config) {
      const { refuseValue } = await import('./refuse-value.js')
      await refuseValue(name, config, paths)
    },
  })
}
