import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { isEmpty, migrate, refuseForeignFile } from '../migrations/migrate.js'
import { toSingleFile } from './backup-store.js'
import { checkPages } from './check-pages.js'
import { checkRows } from './check-rows.js'
import { checkSchema } from './check-schema.js'
import { copyDatabase } from './copy-database.js'
import { isMendable, mendStore } from './mend-store.js'
import { withDatabase, withReader } from './open-existing.js'

/**
 * Copies a backup into an empty file, makes sure that it is a sound store and nothing else, and brings it to this version's
 * schema. A file from elsewhere is met with suspicion: nothing of it is run, and tables, views or triggers that Hermes does
 * not make are refused.
 * @throws {StoreError} `corrupt`, `newer-version`, `unavailable`.
 */
export async function readBackup(from: string, scratch: string, signal?: AbortSignal): Promise<void> {
  await withReader(from, async (backup) => {
    if (isEmpty(backup)) throw new StoreError('unavailable', `${from} holds nothing: name another backup.`)
    refuseForeignFile(backup)
    await copyDatabase(backup, scratch, { signal })
  })
  const isSound = await withDatabase(scratch, {}, (copy) => verify(copy, from))
  if (!isSound) await mendStore(scratch)
  await withDatabase(scratch, {}, (copy) => {
    migrate(copy)
    toSingleFile(copy)
  })
}

/** @returns whether nothing at all is wrong with it. */
async function verify(copy: Database, from: string): Promise<boolean> {
  copy.pragma('trusted_schema = off')
  const schema = await checkSchema(copy)
  if (schema.length > 0) {
    throw new StoreError('unavailable', `${from} is no backup of Hermes: ${schema[0]?.text}`)
  }
  const pages = await checkPages(copy, 'full')
  const problems = pages.some(({ kind }) => kind === 'structure') ? pages : (await checkRows(copy)).problems
  const damage = problems.find(({ kind }) => !isMendable(kind))
  if (!damage) return problems.length === 0 && pages.length === 0
  throw new StoreError(
    'corrupt',
    `${from} is damaged and was not restored (${damage.text}): repair it, or name another.`,
  )
}
