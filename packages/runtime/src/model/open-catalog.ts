import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import { type Catalog, createCatalog, createLearnedWindows, type LearnedWindows } from '@hermes/transports/catalog'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { modelsOfServers, toOverrides } from './to-overrides.js'

export interface OpenCatalogOptions {
  /** `HERMES_MODELS_URL` overrides the address for refreshes, such as a mirror. A refresh uses their proxy. */
  readonly variables?: Variables
  /** What the user knows of models: the sections `model_overrides` and `providers`. Default: nothing. */
  readonly config?: Pick<Config, 'model_overrides' | 'providers'>
  /** Default: silent. */
  readonly logger?: Logger
}

/** The model catalog, with the last refresh stored in the home. Reads and sends nothing until it is used. */
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

/** Windows learned from rejections of providers, stored in the cache of the home. */
export function openLearnedWindows(paths: HomePaths, services: { readonly logger?: Logger } = {}): LearnedWindows {
  return createLearnedWindows({ path: join(paths.cache, 'context-windows.json'), ...services })
}
