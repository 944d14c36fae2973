import { open } from 'node:fs/promises'
import type { ArchiveEntry } from './archive-entry.js'
import { ArchiveError } from './archive-error.js'

/**
 * The entries of a zip, tar or gzipped tar file, detected by its first bytes. Read the content of an entry before
 * requesting the next one, or not at all.
 *
 * @throws {ArchiveError} when the file has another format or is broken.
 */
export async function* openArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const entries = (await isZip(path))
    ? (await import('./zip-entries.js')).zipEntries(path)
    : (await import('./tar-entries.js')).tarEntries(path)
  try {
    yield* entries
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(`The archive ${path} is broken, or not a zip or tar file.`, { cause: error })
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1', 0, 2) === 'PK'
  } finally {
    await file.close()
  }
}
