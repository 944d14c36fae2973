import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { readSmallFile } from '../read-small-file.js'

const longest = 4096

/** Returns the last line of a git log, or an empty text without one. */
export function lastEntry(path: string): string {
  const end = endOf(path).trimEnd()
  return end.slice(end.lastIndexOf('\n') + 1)
}

/** Returns whether a log still contains an entry. Git only appends to its logs and removes old entries. */
export function stillHasEntry(path: string, entry: string): boolean {
  return entry === '' || endOf(path).includes(entry) || (readSmallFile(path)?.includes(entry) ?? false)
}

function endOf(path: string): string {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const status = fstatSync(file)
    const buffer = Buffer.alloc(status.isFile() ? Math.min(longest, status.size) : 0)
    readSync(file, buffer, 0, buffer.length, status.size - buffer.length)
    return buffer.toString('latin1')
  } catch {
    // Missing, replaced, or shortened in the meantime.
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
