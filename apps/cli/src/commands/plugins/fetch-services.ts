import type { LoadedConfig, PluginSourceServices } from '@hermes/runtime'
import type { Io } from '../../io.js'
import { cloneRepository } from '../../setup/sources/clone-repository.js'
import { publicDownload } from '../../setup/sources/public-download.js'

/** How plugins on other machines are reached: from the public web, unless the settings allow private networks. */
export function fetchServices({ env }: Pick<Io, 'env'>, config: LoadedConfig['config']): PluginSourceServices {
  const registry = config.installed_plugins.registry.replace(/\/$/, '')
  return { download: publicDownload(config.security), registry, clone: cloneRepository(env) }
}

/** Time limit of a download, in milliseconds. */
export const fetchMs = 180_000
