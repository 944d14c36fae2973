import { existsSync } from 'node:fs'
import { StoreError } from '@hermes/core'
import { migrate } from '../../migrations/migrate.js'
import { migrations } from '../../migrations/migrations.js'
import { toSingleFile } from '../backup-store.js'
import { countAll, type StoreCounts } from '../count-all.js'
import { writeNewFile } from '../new-file.js'
import { openExisting } from '../open-existing.js'
import { sideFiles } from '../side-files.js'
import { fillCleanFile } from './fill-clean-file.js'
import { openPageImage, type PageImage } from './page-image.js'
import { settleRecovery } from './settle-recovery.js'
import { isStoreImage, versionOfImage } from './version-of-image.js'

export interface RecoveryReport {
  /** Where the damaged file is kept. */
  readonly keptAt: string
  readonly recovered: StoreCounts
  /** What could not be carried over: one sentence each. Empty when nothing is known to be lost. */
  readonly losses: readonly string[]
}

/**
 * Carries all that can be read of a damaged file over into a clean one, and puts that in its place. For under the care lock,
 * with no other process on the file.
 * @throws {StoreError} `unavailable` when nothing in the file says that it is a store of Hermes; `newer-version`; `full`.
 */
export async function recoverFile(path: string): Promise<RecoveryReport> {
  const outcome = await writeCleanFile(path)
  return { keptAt: settleRecovery(path) ?? path, ...outcome }
}

async function writeCleanFile(path: string) {
  const image = openPageImage(path, existingLog(path))
  try {
    if (!isStoreImage(image)) throw notOurs(path)
    return await writeNewFile(sideFiles.recovered(path), (draft) => writeRecovered(draft, image, path))
  } finally {
    image.close()
  }
}

async function writeRecovered(draft: string, image: PageImage, path: string) {
  const database = await openExisting(draft)
  try {
    migrate(database, migrations.slice(0, await versionOfImage(image, path)))
    const losses = await fillCleanFile(database, image)
    migrate(database)
    toSingleFile(database)
    return { losses, recovered: countAll(database) }
  } finally {
    database.close()
  }
}

/** The one that was put aside has all that there was; the one beside the file may be what SQLite left of it. */
function existingLog(path: string): string {
  const kept = sideFiles.damagedLog(path)
  return existsSync(kept) && existsSync(sideFiles.damage(path)) ? kept : `${path}-wal`
}

function notOurs(path: string): StoreError {
  return new StoreError(
    'unavailable',
    `${path} is no file of Hermes, or nothing in it can be read: put a backup in its place, or move it away to start with an empty one.`,
  )
}
