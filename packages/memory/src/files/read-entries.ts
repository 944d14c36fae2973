import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { isMissing } from '@hermes/safety'
import { parseEntries } from './entries.js'
import { MemoryError } from './memory-error.js'

export interface ReadEntries {
  readonly entries: readonly string[]
  /** The version, equal for equal content of the file. */
  readonly version: string
}

/** Maximum size in bytes. People do not write longer files by hand; a longer file is not read. */
const maxBytes = 100_000

/**
 * Reads a memory file. A missing file has no entries.
 * @throws {MemoryError} `memory/unreadable` when the file cannot be read, is too long, or is not text. Such a file is
 * never changed.
 */
export async function readEntries(path: string): Promise<ReadEntries> {
  const bytes = await readBytes(path)
  return { entries: parseEntries(toText(path, bytes)), version: versionOf(bytes) }
}

export function versionOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    // Most people have no memory, and a failed `open` costs a hundred times as much.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return new Uint8Array()
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    if (size > maxBytes)
      throw unreadable(path, `it has ${size.toLocaleString('en-US')} bytes: shorten it, or move it away`)
    return await file.readFile()
  } catch (error) {
    if (isMissing(error)) return new Uint8Array()
    if (MemoryError.is(error)) throw error
    throw unreadable(path, 'check that it is a file that you may read', error)
  }
}

function toText(path: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) throw unreadable(path, 'it contains NUL bytes: replace it with plain text, or move it away')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw unreadable(path, 'it is not UTF-8: save it as UTF-8, or move it away', error)
  }
}

function unreadable(path: string, why: string, cause?: unknown): MemoryError {
  return new MemoryError('memory/unreadable', `${basename(path)} cannot be used: ${why} (${path}).`, { cause })
}
