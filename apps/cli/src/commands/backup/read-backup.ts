import { HermesError } from '@hermes/core'
import { codeOf } from '@hermes/safety'
import {
  type ArchiveEntry,
  ArchiveError,
  type ArchiveLimits,
  createEntryChecker,
  entryText,
  openArchive,
} from '@hermes/safety/archive'
import { homeFolder, manifestName, problemOfEntry } from './entry-rules.js'
import { foreign, type Manifest, readManifest } from './manifest.js'

/** A backup whose entries have all been checked. */
export interface CheckedBackup {
  readonly manifest: Manifest
  /** Files without the manifest. Paths are relative to the home. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[]
}

const usualLimits: ArchiveLimits = { entries: 200_000, fileBytes: 64 * 2 ** 30, totalBytes: 64 * 2 ** 30, ratio: 250 }

/** Accepts every name that a home may contain, except those that a backup excludes. */
export function backupPolicy(limits: ArchiveLimits = usualLimits) {
  return { limits, names: 'own', refuses: problemOfEntry } as const
}

/**
 * Reads the directory and the manifest of an untrusted backup.
 * @throws {HermesError} for a file that is not a backup, and for the first entry that does not belong in one.
 */
export async function readBackup(path: string, limits?: ArchiveLimits): Promise<CheckedBackup> {
  try {
    return await checkEntries(openArchive(path), limits)
  } catch (error) {
    if (ArchiveError.is(error) && error.code === 'archive/unreadable') throw foreign(error)
    const code = HermesError.is(error) ? undefined : codeOf(error)
    if (code === undefined) throw error
    throw new HermesError('cli/backup', `${path} cannot be read (${code}): check its name and its permissions.`, {
      cause: error,
    })
  }
}

async function checkEntries(entries: AsyncIterable<ArchiveEntry>, limits?: ArchiveLimits): Promise<CheckedBackup> {
  const checker = createEntryChecker(backupPolicy(limits))
  const files: { path: string; bytes: number }[] = []
  let manifest: Manifest | undefined
  for await (const entry of entries) {
    const name = checker.admit(entry)
    if (name === manifestName) manifest = readManifest(await entryText(entry, 65_536))
    else if (entry.kind === 'file') files.push({ path: name.slice(homeFolder.length), bytes: entry.size ?? 0 })
  }
  if (!manifest) throw foreign()
  return { manifest, files }
}

/** Yields the entries of the home for extraction. */
export async function* homeEntries(path: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of openArchive(path)) if (entry.name !== manifestName) yield entry
}
