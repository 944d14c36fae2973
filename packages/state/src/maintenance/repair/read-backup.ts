import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { isEmpty, migrate, rejectForeignFile } from '../../migrations/migrate.js'
import { checkPages } from '../check/check-pages.js'
import { checkRows } from '../check/check-rows.js'
import { checkSchema } from '../check/check-schema.js'
import { toSingleFile } from '../copy/backup-store.js'
import { copyDatabase } from '../copy/copy-database.js'
import { withDatabase, withReader } from '../files/open-existing.js'
import { isRepairableInPlace, repairInPlace } from './repair-in-place.js'

/**
 * Copies a backup into an empty file, verifies that it is a valid store, and migrates it to the current schema. The
 * file is not trusted: no code in it runs, and tables, views or triggers that Hermes does not create are rejected.
 *
 * @throws {StoreError} `corrupt`, `newer-version`, `unavailable`.
 */
export async function readBackup(from: string, scratch: string, signal?: AbortSignal): Promise<void> {
  await withReader(from, async (backup) => {
    if (isEmpty(backup)) throw new StoreError('unavailable', `${from} is empty: choose another backup.`)
    rejectForeignFile(backup)
    await copyDatabase(backup, scratch, { signal })
  })
  const isSound = await withDatabase(scratch, {}, (copy) => verify(copy, from))
  if (!isSound) await repairInPlace(scratch)
  await withDatabase(scratch, {}, (copy) => {
    migrate(copy)
    toSingleFile(copy)
  })
}

/** Checks a copy of a backup. @returns whether no problem was found. */
async function verify(copy: Database, from: string): Promise<boolean> {
  copy.pragma('trusted_schema = off')
  const schema = await checkSchema(copy)
  if (schema.length > 0) {
    throw new StoreError('unavailable', `${from} is not a Hermes backup: ${schema[0]?.text}`)
  }
  const pages = await checkPages(copy, 'full')
  const problems = pages.some(({ kind }) => kind === 'structure') ? pages : (await checkRows(copy)).problems
  const damage = problems.find(({ kind }) => !isRepairableInPlace(kind))
  if (!damage) return problems.length === 0 && pages.length === 0
  throw new StoreError(
    'corrupt',
    `${from} is damaged and was not restored (${damage.text}): repair it or choose another backup.`,
  )
}
