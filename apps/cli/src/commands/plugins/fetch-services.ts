import type { HomePaths, LoadedConfig, PluginSourceServices } from '@hermes/runtime'
import type { Io } from '../../io.js'
import { cloneRepository } from '../../setup/sources/clone-repository.js'
import { npmRegistry } from '../../setup/sources/npm-registry.js'
import { publicDownload } from '../../setup/sources/public-download.js'

/** Creates the services that fetch plugins: from the public web, unless the settings allow private networks. */
export function fetchServices(
  { env }: Pick<Io, 'env'>,
  { config, variables }: Pick<LoadedConfig, 'config' | 'variables'>,
  { home }: Pick<HomePaths, 'home'>,
): PluginSourceServices {
  return {
    download: publicDownload({ config, variables }),
    // Read in the home, because a project must not choose the registry.
    registry: async () => config.installed_plugins.registry ?? (await npmRegistry(env, home)),
    clone: cloneRepository(env),
  }
}

/** Time limit of a download, in milliseconds. */
export const fetchMs = 180_000
