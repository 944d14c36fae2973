import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { fetchFromVariables } from '@hermes/transports'
import { type Catalog, createCatalog, createLearnedWindows, type LearnedWindows } from '@hermes/transports/catalog'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { toOverrides } from './to-overrides.js'

export interface OpenCatalogOptions {
  /** `HERMES_MODELS_URL` overrides the address for refreshes, such as a mirror. A refresh uses their proxy. */
  readonly variables?: Variables
  /** The config section `model_overrides`: corrections by the user. */
  readonly overrides?: Config['model_overrides']
  /** Default: silent. */
  readonly logger?: Logger
}

/** The model catalog, with the last refresh stored in the home. Reads and sends nothing until it is used. */
export function openCatalog(
  paths: HomePaths,
  { variables = {}, overrides = {}, logger }: OpenCatalogOptions = {},
): Catalog {
  const url = variables.HERMES_MODELS_URL?.trim()
  return createCatalog({
    fetch: fetchFromVariables(variables),
    cachePath: join(paths.cache, 'models.json'),
    overrides: toOverrides(overrides),
    ...(url && { url }),
    ...(logger && { logger }),
  })
}

/** Windows learned from rejections of providers, stored in the cache of the home. */
export function openLearnedWindows(paths: HomePaths, services: { readonly logger?: Logger } = {}): LearnedWindows {
  return createLearnedWindows({ path: join(paths.cache, 'context-windows.json'), ...services })
}
