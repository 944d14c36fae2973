import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { rejectForeignFile } from '../../migrations/migrate.js'
import { sizeOf, writeNewFile } from '../files/new-file.js'
import { requireDifferent, withDatabase, withReader } from '../files/open-existing.js'
import { type CopyProgress, copyDatabase } from './copy-database.js'

export type { CopyProgress }

export interface BackupOptions {
  /** Path of the session store. */
  readonly path: string
  /** Path of the backup. An existing file is replaced once the backup is complete. */
  readonly target: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface BackupReport {
  readonly bytes: number
}

/**
 * Copies a consistent snapshot of the session store while other processes write to it. The backup is one file with mode
 * 0600. It appears atomically, so an aborted backup leaves no partial file.
 *
 * @throws {StoreError} `not-found` when there is no store; `corrupt`; `full`; `unavailable`. Throws `signal.reason` when aborted.
 */
export async function backupStore({ path, target, signal, onProgress }: BackupOptions): Promise<BackupReport> {
  signal?.throwIfAborted()
  requireDifferent(resolve(target), resolve(path))
  return withReader(resolve(path), async (database) => {
    rejectForeignFile(database)
    await writeNewFile(resolve(target), async (draft) => {
      await copyDatabase(database, draft, { signal, onProgress })
      await withDatabase(draft, {}, (copy) => {
        toSingleFile(copy)
        refuseDamage(copy, path)
      })
    })
    return { bytes: sizeOf(resolve(target)) }
  })
}

/** Leaves WAL mode, so that readers need no log next to the file. */
export function toSingleFile(database: Database): void {
  database.pragma('journal_mode = delete')
}

function refuseDamage(copy: Database, path: string): void {
  const found = copy.pragma('quick_check(1)', { simple: true })
  if (found === 'ok') return
  throw new StoreError('corrupt', `${path} is damaged (${found}) and was not copied: repair it first.`)
}
