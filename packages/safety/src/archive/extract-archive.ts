import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from '../errors/code-of.js'
import type { ArchiveEntry, ArchiveSource } from './archive-entry.js'
import { refused } from './archive-error.js'
import { createEntryChecker } from './entry-checker.js'
import { openArchive } from './open-archive.js'
import { type ExtractOptions, writeEntries } from './write-entries.js'

/**
 * Extracts a zip, tar or gzipped tar file into a new folder, all or nothing. Links, names that lead out of the folder
 * and archives above the `limits` are refused. Names, kinds, declared sizes and the number of entries are checked before
 * anything is written.
 *
 * @example
 * await extractArchive(await response.bytes(), folder, { limits: { entries: 500, totalBytes: 10 * 2 ** 20 } })
 *
 * @returns the paths of the files with `/` as separator, in archive order.
 * @throws {ArchiveError} when the archive is refused or broken, or the folder exists and is not empty.
 */
export function extractArchive(
  source: ArchiveSource,
  folder: string,
  options: ExtractOptions = {},
): Promise<readonly string[]> {
  return extract(() => openArchive(source), folder, options)
}

/** Like {@link extractArchive}, for entries from another source. */
export function extractEntries(
  entries: readonly ArchiveEntry[],
  folder: string,
  options: ExtractOptions = {},
): Promise<readonly string[]> {
  return extract(() => entries, folder, options)
}

type Entries = Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>

async function extract(open: () => Entries, folder: string, options: ExtractOptions): Promise<readonly string[]> {
  const target = resolve(folder)
  await requireFresh(target)
  await checkAll(open(), options)
  // Next to the target, so that it can be renamed atomically.
  const staging = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`)
  await mkdir(staging, { recursive: true, mode: options.isPrivate ? 0o700 : 0o755 })
  try {
    const written = await writeEntries(open(), staging, options)
    await rename(staging, target)
    return written
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

/** Checks the directory or the headers, which is enough to refuse most archives before anything is written. */
async function checkAll(entries: Entries, options: ExtractOptions): Promise<void> {
  const checker = createEntryChecker(options)
  for await (const entry of entries) {
    options.signal?.throwIfAborted()
    checker.admit(entry)
  }
}

async function requireFresh(folder: string): Promise<void> {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return []
    throw refused(`${folder} is not a folder`, { cause })
  })
  if (names.length > 0) throw refused(`${folder} is not empty`)
}
