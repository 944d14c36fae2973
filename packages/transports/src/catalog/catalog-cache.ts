import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { formatCatalog } from './format-catalog.js'
import type { CatalogEdition } from './model.js'
import { parseCatalog } from './parse-catalog.js'

/**
 * The edition that a refresh has left; `undefined` when there was none. Read in one go, because looking a model up must
 * not make everything around it wait: the file has a few hundred kilobytes.
 * @throws {HermesError} `catalog/cache` when it cannot be used.
 */
export function readCache(path: string): CatalogEdition | undefined {
  try {
    return parseCatalog(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined
    throw new HermesError('catalog/cache', `${path} is no model catalog that can be read: refresh or delete it.`, {
      cause,
    })
  }
}

/**
 * Replaces the file in one step, readable by its owner only.
 * @throws {HermesError} `catalog/cache` when it cannot be written; the old one is then still there.
 */
export async function writeCache(path: string, edition: CatalogEdition): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDraft(draft, formatCatalog(edition))
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw new HermesError('catalog/cache', `${path} cannot be written: check the folder and the free space.`, { cause })
  }
}

async function writeDraft(draft: string, text: string): Promise<void> {
  await using file = await open(draft, 'wx', 0o600)
  await file.writeFile(text)
  await file.sync()
}
