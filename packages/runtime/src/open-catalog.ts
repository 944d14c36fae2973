import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { type Catalog, createCatalog } from '@hermes/transports/catalog'
import type { HomePaths, Variables } from './home-paths.js'

export interface OpenCatalogOptions {
  /** `HERMES_MODELS_URL` names another place to refresh from, such as a mirror. */
  readonly variables?: Variables
  /** Default: silent. */
  readonly logger?: Logger
}

/** What is known of models, with what a refresh has left in the home. Reads and sends nothing by itself. */
export function openCatalog(paths: HomePaths, { variables = {}, logger }: OpenCatalogOptions = {}): Catalog {
  const url = variables.HERMES_MODELS_URL?.trim()
  return createCatalog({
    cachePath: join(paths.cache, 'models.json'),
    ...(url && { url }),
    ...(logger && { logger }),
  })
}
