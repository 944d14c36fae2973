import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Io } from '../../io.js'
import { readVersion } from '../../version.js'
import { listHomeFiles } from './home-files.js'
import type { Manifest } from './manifest.js'
import { createProgress } from './progress.js'
import { backupName } from './rotate-backups.js'
import { type WrittenBackup, writeBackup } from './write-backup.js'

export interface BackUpOptions {
  readonly home: string
  /** Path of the archive. Default: a new file in the folder `backups` of the home. */
  readonly path?: string | undefined
  readonly kind: Manifest['kind']
  readonly hasSecrets: boolean
  readonly signal: AbortSignal
}

/** Writes a home to one archive, even while it is in use, and shows the progress on the terminal. */
export async function backUpHome(
  io: Io,
  { home, kind, hasSecrets, signal, ...named }: BackUpOptions,
): Promise<WrittenBackup> {
  const { backupStore } = await import('@hermes/state')
  const createdAtMs = Date.now()
  const folder = join(home, 'backups')
  if (named.path === undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  using progress = createProgress(io)
  return await writeBackup({
    home,
    path: named.path ?? join(folder, backupName(kind, createdAtMs)),
    manifest: { createdAtMs, version: readVersion(), kind, hasSecrets },
    signal,
    copyStore: async (from, to) => {
      await backupStore({
        path: from,
        target: to,
        signal,
        onProgress: ({ donePages, totalPages }) => progress.show(io.t`Sessions: ${percent(donePages, totalPages)}`),
      })
    },
    onProgress: (done, of) => progress.show(io.t`Backup: ${done} of ${io.t.count(of, 'file')}`),
  })
}

function percent(done: number, of: number): string {
  return of === 0 ? '0 %' : `${Math.floor((done / of) * 100)} %`
}

/** Whether a home contains anything that a backup would save. */
export async function holdsFiles(home: string): Promise<boolean> {
  const { files, stores } = await listHomeFiles(home, { hasSecrets: true })
  return files.length + stores.length > 0
}
