import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Logger, StoreError } from '@hermes/core'
import type { Database } from '../connection/driver/database.js'
import type { RetryWhileLocked } from '../connection/retry-while-locked.js'
import { codeOf } from '../connection/translate-error.js'
import { applyPending, isEmpty, migrate, prepareToMigrate, versionOf } from '../migrations/migrate.js'
import { migrations } from '../migrations/migrations.js'
import { toSingleFile } from './copy/backup-store.js'
import { copyDatabase } from './copy/copy-database.js'
import { withMaintenanceLock } from './files/maintenance-lock.js'
import { freeBytes, sizeOf, writeNewFile } from './files/new-file.js'
import { openExisting } from './files/open-existing.js'

/** Number of pre-migration copies to keep. */
const mostCopies = 3

interface Services {
  readonly retryWhileLocked: RetryWhileLocked
  readonly logger: Logger
}

/**
 * Migrates a file to the current schema. First copies it to `state.db.before-<version>`, while no other process can
 * write. If several processes start together, only one of them does this.
 *
 * @returns the tags of the applied migrations.
 */
export async function bringUpToDate(database: Database, services: Services): Promise<readonly string[]> {
  if (versionOf(database) === migrations.length) return []
  if (isEmpty(database)) return services.retryWhileLocked(() => migrate(database))
  return withMaintenanceLock(database.name, async () => {
    if (versionOf(database) === migrations.length) return []
    prepareToMigrate(database)
    await services.retryWhileLocked(() => database.exec('begin immediate'))
    try {
      await keepCopy(database, services.logger)
      const applied = applyPending(database)
      database.exec('commit')
      return applied
    } catch (error) {
      if (database.inTransaction) database.exec('rollback')
      throw error
    }
  })
}

/** Copies the file. A full disk does not prevent the migration, because a failed migration is rolled back. */
async function keepCopy({ name: path }: Database, logger: Logger): Promise<void> {
  const target = `${path}.before-${migrations.length}`
  const bytes = sizeOf(path) + sizeOf(`${path}-wal`)
  try {
    if (freeBytes(path) < 2 * bytes) throw new StoreError('full', `There is too little space for ${target}.`)
    await writeNewFile(target, (draft) => copyTo(path, draft))
  } catch (cause) {
    if (!/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(codeOf(cause)) && !(StoreError.is(cause) && cause.kind === 'full'))
      throw cause
    logger.log('warn', 'the disk is too full to copy the session store before the migration', {
      path,
      bytes,
    })
    return
  }
  dropOldCopies(path)
}

async function copyTo(path: string, draft: string): Promise<void> {
  // Uses a second connection, because SQLite cannot back up a database inside a transaction of the same connection.
  const source = await openExisting(path, { readonly: true })
  try {
    await copyDatabase(source, draft)
  } finally {
    source.close()
  }
  const copy = await openExisting(draft)
  toSingleFile(copy)
  copy.close()
}

function dropOldCopies(path: string): void {
  const folder = dirname(path)
  const names = readdirSync(folder).filter(
    (name) => /\.before-\d+$/.test(name) && name.startsWith(`${basename(path)}.`),
  )
  const newestFirst = names
    .map((name) => ({ file: join(folder, name), changedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.changedAt - one.changedAt)
  for (const { file } of newestFirst.slice(mostCopies)) rmSync(file)
}
