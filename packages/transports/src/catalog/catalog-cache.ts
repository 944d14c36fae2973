import { readFileSync } from 'node:fs'
import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { formatCatalog } from './format-catalog.js'
import type { CatalogEdition } from './model.js'
import { parseCatalog } from './parse-catalog.js'
import { writeCatalogFile } from './write-catalog-file.js'

/**
 * Reads the edition stored by the last refresh, or returns `undefined` if there is none. Synchronous because lookups
 * are; the file has a few hundred kilobytes.
 * @throws {HermesError} `catalog/cache` when the file cannot be used.
 */
export function readCache(path: string): CatalogEdition | undefined {
  try {
    return parseCatalog(parseJson(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new HermesError('catalog/cache', `${path} is not a readable model catalog: refresh or delete it.`, {
      cause,
    })
  }
}

/** @throws {HermesError} `catalog/cache` when the file cannot be written; the previous file is kept. */
export function writeCache(path: string, edition: CatalogEdition): Promise<void> {
  return writeCatalogFile(path, formatCatalog(edition))
}
