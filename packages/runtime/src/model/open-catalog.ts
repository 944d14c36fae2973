import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import { type Catalog, createCatalog, createLearnedWindows, type LearnedWindows } from '@hermes/transports/catalog'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { modelsOfServers, toOverrides } from './to-overrides.js'

export interface OpenCatalogOptions {
  /**
   * The variables. `HERMES_MODELS_URL` overrides the address for refreshes, for example with a mirror. Refreshes use the proxy that the variables name.
   */
  readonly variables?: Variables
  /** The sections `model_overrides` and `providers`, with what the user knows about models. Default: nothing. */
  readonly config?: Pick<Config, 'model_overrides' | 'providers'>
  /** Logs when the stored refresh cannot be read. Default: silent. */
  readonly logger?: Logger
}

/** Opens the model catalog, with the last refresh that is stored in the home. Reads and sends nothing until it is used. */
export function openCatalog(paths: HomePaths, { variables = {}, config, logger }: OpenCatalogOptions = {}): Catalog {
  const url = variables.HERMES_MODELS_URL?.trim()
  return createCatalog({
    fetch: fetchFromVariables(variables),
    cachePath: join(paths.cache, 'models.json'),
    overrides: config ? [...toOverrides(config.model_overrides), ...modelsOfServers(config.providers)] : [],
    ...(url && { url }),
    ...(logger && { logger }),
  })
}

/** Opens the context windows that were learned from rejections of providers. They are stored in the cache of the home. */
export function openLearnedWindows(paths: HomePaths, services: { readonly logger?: Logger } = {}): LearnedWindows {
  return createLearnedWindows({ path: join(paths.cache, 'context-windows.json'), ...services })
}
