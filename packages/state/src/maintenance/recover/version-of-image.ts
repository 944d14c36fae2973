import { newerVersion } from '../../migrations/migrate.js'
import { migrations } from '../../migrations/migrations.js'
import { expectedSchema } from '../check/expected-schema.js'
import type { PageImage } from '../pages/page-image.js'
import { readSchema } from '../pages/read-rows.js'

/**
 * Returns the schema version of a damaged file, from its header or else from its tables.
 *
 * @throws {StoreError} `newer-version`.
 */
export async function versionOfImage(image: PageImage, path: string): Promise<number> {
  const written = image.page(1)?.readUInt32BE(60) ?? 0
  if (written > 0 && written <= migrations.length) return written
  const found = new Set(readSchema(image).map(({ sql }) => sql))
  for (let version = migrations.length; version > 0; version--) {
    const expected = await expectedSchema(version)
    if (expected.every(({ sql }) => found.has(sql))) return version
  }
  if (found.size > 0 && written > migrations.length) throw newerVersion(path, written)
  return migrations.length
}
