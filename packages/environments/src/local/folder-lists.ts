import { type Dirent, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStatus } from '@hermes/core/environment'
import { kindOf } from './kind-of.js'

export interface FolderEntry {
  readonly name: string
  readonly kind: FileStatus['kind']
}

interface Listing {
  readonly version: string
  readonly entries: readonly FolderEntry[]
}

/** The times of a folder that changed more recently may not show its next change: some file systems count in steps of two seconds. */
const settledAfterMs = 2_000
const most = { folders: 4, entries: 1_000 }

/**
 * Creates a function that lists folders. The small folders listed last are cached until they change, because each
 * session of a gateway lists its working folder, and checking its times takes a twentieth of the time.
 */
export function createFolderLists(now: () => number = Date.now): (folder: string) => Promise<readonly FolderEntry[]> {
  const kept = new Map<string, Listing>()
  return async (folder) => {
    const version = versionOf(folder, now())
    const known = kept.get(folder)
    if (known && known.version === version) return known.entries
    kept.delete(folder)
    const found = await readdir(folder, { withFileTypes: true })
    const entries = await Promise.all(
      found.map(async (entry) => ({ name: entry.name, kind: await kindOfEntry(folder, entry) })),
    )
    // The target of a link may change without a change of the folder.
    const isKept =
      version !== undefined && found.length <= most.entries && !found.some((entry) => entry.isSymbolicLink())
    if (!isKept) return entries
    kept.set(folder, { version, entries: Object.freeze(entries) })
    const [oldest] = kept.keys()
    if (kept.size > most.folders && oldest !== undefined) kept.delete(oldest)
    return entries
  }
}

/**
 * Returns the version of a folder, or `undefined` when it cannot be read or has just changed. Synchronous, because the
 * thread pool would cost as much as the list.
 */
function versionOf(folder: string, nowMs: number): string | undefined {
  try {
    const { dev, ino, mtimeNs, ctimeNs, ctimeMs } = statSync(folder, { bigint: true })
    return nowMs - Number(ctimeMs) > settledAfterMs ? `${dev} ${ino} ${mtimeNs} ${ctimeNs}` : undefined
  } catch {
    return undefined
  }
}

async function kindOfEntry(folder: string, entry: Dirent): Promise<FileStatus['kind']> {
  if (!entry.isSymbolicLink()) return kindOf(entry)
  // A dangling or cyclic link is there, too.
  const status = await stat(join(folder, entry.name)).catch(() => undefined)
  return status ? kindOf(status) : 'other'
}
