import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { replaceFile } from '@hermes/safety/files'

/**
 * Writes a catalog file atomically, readable by its owner only.
 *
 * @throws {HermesError} `catalog/cache` when the file cannot be written; the previous file is kept.
 */
export async function writeCatalogFile(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, text)
  } catch (cause) {
    throw new HermesError('catalog/cache', `${path} cannot be written: check the folder and the free space.`, { cause })
  }
}
