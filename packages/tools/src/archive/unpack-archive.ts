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
 * Unpacks a zip, tar or gzipped tar file into a new folder, all or nothing. Rejects links, names that lead out of the
 * folder, and archives above the `limits`; names, kinds, declared sizes and the number of entries are checked before
 * anything is written. Files are readable by everyone and writable by their owner. Only the executable bit is kept.
 *
 * Returns the paths of the files with `/` as separator, in archive order.
 *
 * @throws {ArchiveError} when the archive is rejected or broken, or the folder exists and is not empty.
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

/** Checks the directory or the headers, which is enough to reject most archives before anything is written. */
async function admitAll(entries: AsyncIterable<ArchiveEntry>, { limits, signal }: UnpackOptions): Promise<void> {
  const checker = createEntryChecker({ ...defaultArchiveLimits, ...limits })
  for await (const entry of entries) {
    signal?.throwIfAborted()
    checker.admit(entry)
  }
}

/** {@link unpackArchive} for entries from another source. */
export async function unpackEntries(
  entries: AsyncIterable<ArchiveEntry>,
  folder: string,
  options: UnpackOptions = {},
): Promise<readonly string[]> {
  const target = resolve(folder)
  await requireFresh(target)
  // Beside the target, so that it can be renamed atomically.
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
  // `wx`: the folder is new, so an existing file was created by another process.
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
    throw new ArchiveError(`The archive was not unpacked: ${folder} is not a folder.`, { cause: error })
  })
  if (names.length > 0) throw new ArchiveError(`The archive was not unpacked: ${folder} is not empty.`)
}
