import type { ArchiveEntry } from './archive-entry.js'
import { refused, shown } from './archive-error.js'

/**
 * Reads the content of a small entry as text.
 *
 * @throws {ArchiveError} when the entry has more than `maxBytes` bytes.
 */
export async function entryText(entry: ArchiveEntry, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of entry.content()) {
    bytes += piece.length
    if (bytes > maxBytes) throw refused(`${shown(entry.name)} is too large`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
