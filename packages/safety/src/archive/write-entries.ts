import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchiveEntry } from './archive-entry.js'
import type { ArchivePolicy } from './archive-policy.js'
import { createEntryChecker, type EntryChecker } from './entry-checker.js'

export interface ExtractOptions extends ArchivePolicy {
  /**
   * Whether only the owner can read the created files. Default: `false`, readable by everyone and writable by their
   * owner.
   */
  readonly isPrivate?: boolean
  readonly signal?: AbortSignal
  /** Called after each file with its path. */
  readonly onFile?: (path: string) => void
}

/**
 * Checks entries and writes them into a folder that must not contain any of them. If an entry fails, the files written
 * so far stay. Of the permissions, only the executable bit is kept.
 *
 * @returns the paths of the files with `/` as separator, in archive order.
 * @throws {ArchiveError} when an entry is refused or damaged.
 */
export async function writeEntries(
  entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
  folder: string,
  options: ExtractOptions = {},
): Promise<readonly string[]> {
  const { signal, isPrivate = false, onFile } = options
  const checker = createEntryChecker(options)
  const mode = isPrivate ? 0o700 : 0o755
  const written: string[] = []
  for await (const entry of entries) {
    signal?.throwIfAborted()
    const path = checker.admit(entry)
    const place = join(folder, path)
    await mkdir(entry.kind === 'folder' ? place : dirname(place), { recursive: true, mode })
    if (entry.kind === 'folder') continue
    await writeFile(place, entry.isExecutable ? mode : mode & 0o666, counted(entry, checker, signal))
    written.push(path)
    onFile?.(path)
  }
  return written
}

async function writeFile(place: string, mode: number, content: AsyncIterable<Uint8Array>): Promise<void> {
  // `wx`: no entry occurs twice, so an existing file must have been created by another process.
  await using file = await open(place, 'wx', mode)
  for await (const chunk of content) await file.writeFile(chunk)
  await file.sync()
}

async function* counted(
  entry: ArchiveEntry,
  checker: EntryChecker,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry.content()) {
    signal?.throwIfAborted()
    checker.count(entry, chunk.length)
    yield chunk
  }
}
