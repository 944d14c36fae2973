import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { type Catalog, createCatalog, createLearnedWindows, type LearnedWindows } from '@hermes/transports/catalog'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { toOverrides } from './to-overrides.js'

export interface OpenCatalogOptions {
  /** `HERMES_MODELS_URL` names another place to refresh from, such as a mirror. */
  readonly variables?: Variables
  /** The section `model_overrides` of the config: what the user knows better. */
  readonly overrides?: Config['model_overrides']
  /** Default: silent. */
  readonly logger?: Logger
}

/** What is known of models, with what a refresh has left in the home. Reads and sends nothing by itself. */
export function openCatalog(
  paths: HomePaths,
  { variables = {}, overrides = {}, logger }: OpenCatalogOptions = {},
): Catalog {
  const url = variables.HERMES_MODELS_URL?.trim()
  return createCatalog({
    cachePath: join(paths.cache, 'models.json'),
    overrides: toOverrides(overrides),
    ...(url && { url }),
    ...(logger && { logger }),
  })
}

/** The windows that providers told when a conversation was too long, kept in the home's cache. */
export function openLearnedWindows(paths: HomePaths, services: { readonly logger?: Logger } = {}): LearnedWindows {
  return createLearnedWindows({ path: join(paths.cache, 'context-windows.json'), ...services })
}
