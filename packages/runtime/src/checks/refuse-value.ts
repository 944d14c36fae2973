import { ConfigError } from '@hermes/core'
import { isWithin } from '../config/document/is-within.js'
import type { HomePaths } from '../home/home-paths.js'
import { checkPlatform } from '../platforms/open-platform.js'
import type { Config } from '../schema/config-schema.js'
import { nameErrors } from './name-errors.js'

/**
 * Rejects a setting that the schema accepts, but with which Hermes would not start. Errors in other settings are ignored.
 * @param config The settings with the new value.
 * @throws {ConfigError} for the first error that concerns the setting.
 */
export async function refuseValue(path: string, config: Config, paths: Pick<HomePaths, 'home'>): Promise<void> {
  const errors = [...nameErrors(config), ...(await networkErrors(path, config, paths))]
  const error = errors.find((found) => isWithin(found.path, path) || isWithin(path, found.path))
  if (error) throw error
}

async function networkErrors(
  path: string,
  { platforms }: Config,
  paths: Pick<HomePaths, 'home'>,
): Promise<readonly ConfigError[]> {
  const [section, name = ''] = path.split('.')
  const settings = section === 'platforms' && Object.hasOwn(platforms, name) ? platforms[name] : undefined
  // A package may be installed later.
  if (!settings?.enabled || settings.use !== undefined) return []
  try {
    return await checkPlatform({ name, settings, paths })
  } catch (error) {
    if (ConfigError.is(error)) return [error]
    throw error
  }
}
