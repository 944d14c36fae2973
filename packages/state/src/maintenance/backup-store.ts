import { resolve } from 'node:path'
import { StoreError } from '@hermes/core'
import type { Database } from 'better-sqlite3'
import { refuseForeignFile } from '../migrations/migrate.js'
import { type CopyProgress, copyDatabase } from './copy-database.js'
import { sizeOf, writeNewFile } from './new-file.js'
import { demandDifferent, withDatabase, withReader } from './open-existing.js'

export type { CopyProgress }

export interface BackupOptions {
  /** The session store. */
  readonly path: string
  /** Where the backup appears. What is there is replaced, once the backup is complete. */
  readonly target: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: CopyProgress) => void
}

export interface BackupReport {
  readonly bytes: number
}

/**
 * Copies the session store as it is at one moment, while other processes write to it. The backup is one file, private
 * (0600), and appears whole or not at all.
 *
 * @throws {StoreError} `not-found` when there is no store; `corrupt`; `full`; `unavailable`. `signal.reason` when aborted.
 */
export async function backupStore({ path, target, signal, onProgress }: BackupOptions): Promise<BackupReport> {
  signal?.throwIfAborted()
  demandDifferent(resolve(target), resolve(path))
  return withReader(resolve(path), async (database) => {
    refuseForeignFile(database)
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

/** Without a write-ahead log, which a reader would have to make again beside it. */
export function toSingleFile(database: Database): void {
  database.pragma('journal_mode = delete')
}

function refuseDamage(copy: Database, path: string): void {
  const found = copy.pragma('quick_check(1)', { simple: true })
  if (found === 'ok') return
  throw new StoreError('corrupt', `${path} is damaged (${found}) and was not copied: repair it first.`)
}
