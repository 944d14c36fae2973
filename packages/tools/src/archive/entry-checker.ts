import type { ArchiveEntry } from './archive-entry.js'
import { ArchiveError } from './archive-error.js'
import { type ArchiveLimits, ratioCountsFrom } from './archive-limits.js'
import { checkEntryName } from './check-entry-name.js'

/** Checks the entries of one archive by their declared properties and counts their actual bytes. */
export interface EntryChecker {
  /** Returns the path of the entry. @throws {ArchiveError} */
  admit(entry: ArchiveEntry): string
  /** Counts bytes that were read from the entry. @throws {ArchiveError} above the limits. */
  count(entry: ArchiveEntry, bytes: number): void
}

export function createEntryChecker(limits: ArchiveLimits): EntryChecker {
  const kinds = new Map<string, 'file' | 'folder'>()
  let entries = 0
  let claimed = 0
  let total = 0
  let current: { readonly entry: ArchiveEntry; bytes: number } | undefined

  function place(path: string, kind: 'file' | 'folder', name: string): void {
    // Names that are equal on some file systems would overwrite each other.
    const key = path.split('/').map(foldSegment).join('/')
    const known = kinds.get(key)
    if (known !== undefined && (known === 'file' || kind === 'file')) throw twice(name)
    kinds.set(key, kind)
    const slash = path.lastIndexOf('/')
    if (slash > 0) place(path.slice(0, slash), 'folder', name)
  }

  return {
    admit(entry) {
      entries += 1
      if (entries > limits.entries) throw tooMuch(`more than ${limits.entries.toLocaleString('en-US')} entries`)
      const path = checkEntryName(entry.name)
      if (entry.kind === 'link' || entry.kind === 'other') throw noFile(entry)
      if (path === '') {
        if (entry.kind === 'folder') return path
        throw new ArchiveError('The archive was not unpacked: a file in it has no name.')
      }
      place(path, entry.kind, entry.name)
      claimed += entry.size ?? 0
      if (!((entry.size ?? 0) >= 0)) throw liar(entry)
      requireSize(entry, entry.size ?? 0, limits)
      if (claimed > limits.totalBytes) throw tooMuch(`more than ${toMegabytes(limits.totalBytes)}`)
      return path
    },
    count(entry, bytes) {
      if (current?.entry !== entry) current = { entry, bytes: 0 }
      current.bytes += bytes
      total += bytes
      if (entry.size !== undefined && current.bytes > entry.size) throw liar(entry)
      requireSize(entry, current.bytes, limits)
      if (total > limits.totalBytes) throw tooMuch(`more than ${toMegabytes(limits.totalBytes)}`)
    },
  }
}

/** Upper case first, which makes `ß` and `ss` equal. Some systems remove trailing dots and spaces. */
function foldSegment(segment: string): string {
  return (segment.replace(/[. ]+$/, '') || segment).normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

function requireSize({ name, compressedSize }: ArchiveEntry, size: number, limits: ArchiveLimits): void {
  if (size > limits.fileBytes)
    throw tooMuch(`${JSON.stringify(name)}, a file of more than ${toMegabytes(limits.fileBytes)}`)
  if (compressedSize === undefined || size < ratioCountsFrom) return
  if (size > compressedSize * limits.ratio) {
    throw tooMuch(`${JSON.stringify(name)}, which grows to more than ${limits.ratio} times its size`)
  }
}

function tooMuch(what: string): ArchiveError {
  return new ArchiveError(`The archive was not unpacked: it contains ${what}.`)
}

function twice(name: string): ArchiveError {
  return new ArchiveError(
    `The archive was not unpacked: ${JSON.stringify(name)} occurs twice, or as a file and a folder.`,
  )
}

function noFile({ name, kind }: ArchiveEntry): ArchiveError {
  const what = kind === 'link' ? 'a link' : 'neither a file nor a folder'
  return new ArchiveError(
    `The archive was not unpacked: ${JSON.stringify(name)} is ${what}; only files and folders are allowed.`,
  )
}

function liar({ name }: ArchiveEntry): ArchiveError {
  return new ArchiveError(`The archive was not unpacked: ${JSON.stringify(name)} is longer than declared.`)
}

function toMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB`
}
