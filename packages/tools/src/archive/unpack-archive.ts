import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { ArchiveEntry } from './archive-entry.js'
import { ArchiveError } from './archive-error.js'
import { type ArchiveLimits, defaultArchiveLimits } from './archive-limits.js'
import { createEntryChecker, type EntryChecker } from './entry-checker.js'
import { openArchive } from './open-archive.js'

export interface UnpackOptions {
  readonly limits?: Partial<ArchiveLimits>
  readonly signal?: AbortSignal
}

/**
 * Unpacks a zip, tar or gzipped tar file into a new folder, all or nothing. Only files and folders are taken; names that
 * lead out of the folder, links, and archives that hold more than `limits` are refused. Files are readable by all and
 * writable by their owner; the bit that makes them programs is kept, all others are not. Names, kinds, sizes and the number of entries are
 * judged before anything is written.
 *
 * Returns the names of the files, with `/` between their segments, in the order of the archive.
 * @throws {ArchiveError} when the archive is refused or broken, or the folder exists and is not empty.
 */
export async function unpackArchive(
  archive: string,
  folder: string,
  options: UnpackOptions = {},
): Promise<readonly string[]> {
  await requireFresh(resolve(folder))
  await admitAll(openArchive(archive), options)
  return unpackEntries(openArchive(archive), folder, options)
}

/** What the directory or the headers say is enough to refuse most archives, before anything is written. */
async function admitAll(entries: AsyncIterable<ArchiveEntry>, { limits, signal }: UnpackOptions): Promise<void> {
  const checker = createEntryChecker({ ...defaultArchiveLimits, ...limits })
  for await (const entry of entries) {
    signal?.throwIfAborted()
    checker.admit(entry)
  }
}

/** {@link unpackArchive} for entries that come from somewhere else. */
export async function unpackEntries(
  entries: AsyncIterable<ArchiveEntry>,
  folder: string,
  options: UnpackOptions = {},
): Promise<readonly string[]> {
  const target = resolve(folder)
  await requireFresh(target)
  // Beside the target, so that it can be moved there in one step.
  const staging = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`)
  await mkdir(staging, { recursive: true, mode: 0o755 })
  try {
    const written = await writeAll(entries, staging, options)
    await rename(staging, target)
    return written
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

async function writeAll(
  entries: AsyncIterable<ArchiveEntry>,
  staging: string,
  { limits, signal }: UnpackOptions,
): Promise<readonly string[]> {
  const checker = createEntryChecker({ ...defaultArchiveLimits, ...limits })
  const written: string[] = []
  for await (const entry of entries) {
    signal?.throwIfAborted()
    const path = checker.admit(entry)
    const place = join(staging, path)
    await mkdir(entry.kind === 'folder' ? place : dirname(place), { recursive: true })
    if (entry.kind === 'folder') continue
    await writeFile(entry, place, checker, signal)
    written.push(path)
  }
  return written
}

async function writeFile(
  entry: ArchiveEntry,
  place: string,
  checker: EntryChecker,
  signal: AbortSignal | undefined,
): Promise<void> {
  // `wx`: nothing in the folder can be there already, so whatever is was put there by somebody else.
  const file: FileHandle = await open(place, 'wx', entry.isExecutable ? 0o755 : 0o644)
  try {
    for await (const chunk of entry.content()) {
      signal?.throwIfAborted()
      checker.count(entry, chunk.length)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
}

async function requireFresh(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new ArchiveError(`The archive was not unpacked: ${folder} is no folder.`, { cause: error })
  })
  if (names.length > 0) throw new ArchiveError(`The archive was not unpacked: ${folder} is not empty.`)
}
