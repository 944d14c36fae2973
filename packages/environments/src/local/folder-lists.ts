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

/** The next change of a folder that has changed within this time may not show in its times: some file systems count in steps of two seconds. */
const settledAfterMs = 2_000
const most = { folders: 4, entries: 1_000 }

/**
 * Lists folders. Small ones that were listed last are kept until they change: each session of a gateway lists its working folder, and
 * asking for its times costs a twentieth.
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
    // Where a link leads may change without a change of the folder.
    const isKept =
      version !== undefined && found.length <= most.entries && !found.some((entry) => entry.isSymbolicLink())
    if (!isKept) return entries
    kept.set(folder, { version, entries: Object.freeze(entries) })
    const [oldest] = kept.keys()
    if (kept.size > most.folders && oldest !== undefined) kept.delete(oldest)
    return entries
  }
}

/** `undefined` if the folder cannot be read, or has just changed. At once: the way to the thread pool costs as much as the list. */
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
