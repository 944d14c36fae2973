import { open, stat } from 'node:fs/promises'
import { codeOf } from '../errors/code-of.js'
import type { ArchiveEntry, ArchiveSource } from './archive-entry.js'
import { ArchiveError, unreadable } from './archive-error.js'

/**
 * Yields the entries of a zip, tar or gzipped tar file, detected by its first bytes. Only the structure of the archive
 * and the checksums of zip entries are checked: use `createEntryChecker` for everything else. Read the content of an
 * entry before requesting the next one, or not at all.
 *
 * @throws {ArchiveError} `archive/unreadable` when the file has another format or is broken.
 * @throws {Error} The unchanged file system error when the file cannot be opened or read.
 */
export async function* openArchive(source: ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const entries = isZip(await firstBytes(source))
    ? (await import('./zip-entries.js')).zipEntries(source)
    : (await import('./tar-entries.js')).tarEntries(source)
  try {
    yield* entries
  } catch (error) {
    if (error instanceof ArchiveError || isSystemError(error)) throw error
    throw unreadable('it is broken, or not a zip or tar file', error)
  }
}

async function firstBytes(source: ArchiveSource): Promise<Uint8Array> {
  if (typeof source !== 'string') return source.subarray(0, 2)
  // Opening a pipe without a writer never returns.
  if (!(await stat(source)).isFile()) throw unreadable(`${source} is not a file`)
  await using file = await open(source)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return buffer.subarray(0, bytesRead)
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/**
 * Whether the error is a system error, such as `EACCES`. Parsers have their own codes, such as `Z_BUF_ERROR` and
 * `TAR_BAD_ARCHIVE`.
 */
function isSystemError(error: unknown): boolean {
  return /^E[A-Z0-9]+$/.test(codeOf(error) ?? '')
}
