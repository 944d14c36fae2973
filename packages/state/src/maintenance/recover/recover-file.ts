import { StoreError } from '@hermes/core'
import { migrate } from '../../migrations/migrate.js'
import { migrations } from '../../migrations/migrations.js'
import { countAll, type StoreCounts } from '../check/count-all.js'
import { toSingleFile } from '../copy/backup-store.js'
import { writeNewFile } from '../files/new-file.js'
import { openExisting } from '../files/open-existing.js'
import { sideFiles } from '../files/side-files.js'
import type { PageImage } from '../pages/page-image.js'
import { isStoreImage, openStoreImage } from '../pages/store-image.js'
import { keepLosses } from '../record/kept-losses.js'
import { readRecord } from '../record/record-file.js'
import { completeRecovery } from './complete-recovery.js'
import { fillCleanFile } from './fill-clean-file.js'
import { versionOfImage } from './version-of-image.js'

export interface RecoveryReport {
  /** Path where the damaged file is kept. */
  readonly keptAt: string
  readonly recovered: StoreCounts
  /** Losses, in one sentence each. Empty when nothing is known to be lost. */
  readonly losses: readonly string[]
}

/**
 * Copies everything readable from a damaged file into a new file and replaces the damaged one. Losses are listed next
 * to the store; see `keepLosses`. Requires the maintenance lock and that no other process has the file open.
 *
 * @throws {StoreError} `unavailable` when the file is not recognizable as a Hermes store; `newer-version`; `full`.
 */
export async function recoverFile(path: string): Promise<RecoveryReport> {
  const outcome = await writeCleanFile(path)
  return { keptAt: completeRecovery(path) ?? path, ...outcome }
}

async function writeCleanFile(path: string) {
  const image = openStoreImage(path)
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
    const losses = await fillCleanFile(database, image, readRecord(path)?.storeId)
    migrate(database)
    toSingleFile(database)
    // Listed before the new file takes effect, because the new file does not show what the damaged one had.
    keepLosses(path, losses)
    return { losses, recovered: countAll(database) }
  } finally {
    database.close()
  }
}

function notOurs(path: string): StoreError {
  return new StoreError(
    'unavailable',
    `${path} is not a Hermes store, or nothing in it can be read: replace it with a backup, or move it away to start with an empty store.`,
  )
}
