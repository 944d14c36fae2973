import { type Logger, silentLogger } from '@hermes/core'
import { bundledModels } from './bundled-models.js'
import { readCache, writeCache } from './catalog-cache.js'
import { downloadCatalog } from './download-catalog.js'
import { findModel, indexModels, type ModelIndex } from './find-model.js'
import type { CatalogEdition, CatalogModel } from './model.js'
import { addedModels, applyOverrides, type ModelOverride } from './model-override.js'

/** Data about the models of providers. It reads nothing before the first lookup, and only `refresh` sends requests. */
export interface Catalog {
  /** Version of the newest edition. */
  readonly version: string
  /**
   * Finds a model by its name or an equivalent one (`canonicalName`) at this provider or, without its price, at another
   * one. Returns `undefined` for an unknown model.
   */
  find(provider: string, modelId: string): CatalogModel | undefined
  /** Returns the models of a provider, or of all providers, sorted by provider and name. */
  list(provider?: string): readonly CatalogModel[]
  /**
   * Downloads the newest edition and stores it in the cache.
   * @throws {HermesError} `catalog/unavailable`, `catalog/invalid` or `catalog/cache`; the catalog then stays unchanged.
   */
  refresh(options: { readonly signal: AbortSignal }): Promise<CatalogEdition>
}

export interface CatalogOptions {
  /** Bundled edition. Default: the table that ships with this package. */
  readonly bundled?: CatalogEdition
  /** File for refreshed editions, readable by its owner only. Default: they are kept in memory. */
  readonly cachePath?: string
  /** Corrections by the user, which take precedence over everything else. */
  readonly overrides?: readonly ModelOverride[]
  /** URL that `refresh` downloads from. Default: models.dev. */
  readonly url?: string
  /** HTTP client. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Clock. Default: `Date.now`. */
  readonly now?: () => number
  /** Logs when a cache is unreadable and therefore ignored. Default: silent. */
  readonly logger?: Logger
}

const modelsDev = 'https://models.dev/api.json'

/** Creates a catalog from the bundled table, the stored edition if it is newer, and the user's corrections. */
export function createCatalog(options: CatalogOptions = {}): Catalog {
  const { bundled = bundledModels(), cachePath, overrides = [], url = modelsDev } = options
  const { fetch = globalThis.fetch, now = Date.now, logger = silentLogger } = options
  let loaded:
    | { readonly index: ModelIndex; readonly listed: readonly CatalogModel[]; readonly version: string }
    | undefined

  function load(refreshed: CatalogEdition | undefined) {
    const editions = refreshed ? [bundled, refreshed].toSorted(oldestFirst) : [bundled]
    const models = editions.flatMap((edition) => edition.models)
    const index = indexModels(models)
    loaded = {
      index,
      listed: indexModels([...models, ...addedModels(overrides, index)]).models,
      version: editions.at(-1)?.version ?? bundled.version,
    }
    return loaded
  }
  function cached(): CatalogEdition | undefined {
    try {
      return cachePath === undefined ? undefined : readCache(cachePath)
    } catch (error) {
      logger.log('warn', error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  const current = () => loaded ?? load(cached())

  return {
    get version() {
      return current().version
    },
    find: (provider, modelId) =>
      applyOverrides(overrides, { provider, id: modelId }, findModel(current().index, provider, modelId)),
    list: (provider) =>
      current()
        .listed.filter((model) => provider === undefined || model.provider === provider)
        .map((model) => applyOverrides(overrides, model, model))
        .toSorted(byName),
    async refresh({ signal }) {
      const edition = await downloadCatalog({ url, fetch, now, signal })
      if (cachePath !== undefined) await writeCache(cachePath, edition)
      load(edition)
      return edition
    },
  }
}

function oldestFirst(left: CatalogEdition, right: CatalogEdition): number {
  return left.version < right.version ? -1 : left.version > right.version ? 1 : 0
}

function byName(left: CatalogModel, right: CatalogModel): number {
  return left.provider.localeCompare(right.provider) || left.id.localeCompare(right.id, 'en', { numeric: true })
}
