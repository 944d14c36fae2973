import type { ArchiveEntry } from './archive-entry.js'
import { type ArchiveError, refused, shown } from './archive-error.js'
import { type ArchiveLimits, type ArchivePolicy, defaultArchiveLimits, ratioCountsFrom } from './archive-policy.js'
import { entryKey, entryPath, problemOfName } from './entry-name.js'

/** Checks the entries of one archive by their declared properties and counts their actual bytes. */
export interface EntryChecker {
  /** Returns the path of the entry, which is safe to join to a folder. @throws {ArchiveError} */
  admit(entry: ArchiveEntry): string
  /** Counts bytes that were read from the entry. @throws {ArchiveError} above the limits. */
  count(entry: ArchiveEntry, bytes: number): void
}

export function createEntryChecker(policy: ArchivePolicy = {}): EntryChecker {
  const { names = 'portable', refuses } = policy
  const limits = { ...defaultArchiveLimits, ...policy.limits }
  const kinds = new Map<string, 'file' | 'folder'>()
  let entries = 0
  let claimed = 0
  let total = 0
  let current: { readonly entry: ArchiveEntry; bytes: number } | undefined

  function place(path: string, kind: 'file' | 'folder', name: string): void {
    // Names that are equal on some file systems would overwrite each other.
    const key = entryKey(path, names)
    const known = kinds.get(key)
    if (known !== undefined && (known === 'file' || kind === 'file')) {
      throw refused(`${shown(name)} occurs twice, or as a file and a folder`)
    }
    kinds.set(key, kind)
    const slash = path.lastIndexOf('/')
    if (slash > 0) place(path.slice(0, slash), 'folder', name)
  }

  return {
    admit(entry) {
      entries += 1
      if (entries > limits.entries) throw tooMuch(`more than ${limits.entries.toLocaleString('en-US')} entries`)
      const { name, kind, size = 0 } = entry
      const path = entryPath(name)
      const problem = problemOfName(name, names) ?? refuses?.(path) ?? problemOfKind(entry, path)
      if (problem !== undefined) throw refused(`${shown(name)} ${problem}`)
      if (path === '') return path
      place(path, kind === 'folder' ? 'folder' : 'file', name)
      if (!(size >= 0)) throw liar(entry)
      claimed += size
      requireSize(entry, size, limits)
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

function problemOfKind({ kind, size = 0 }: ArchiveEntry, path: string): string | undefined {
  if (kind === 'link') return 'is a link; only files and folders are allowed'
  if (kind === 'other') return 'is neither a regular file nor a folder'
  if (kind === 'folder') return size > 0 ? 'is a folder with content' : undefined
  return path === '' ? 'is a file without a name' : undefined
}

function requireSize({ name, compressedSize }: ArchiveEntry, size: number, limits: ArchiveLimits): void {
  if (size > limits.fileBytes) throw tooMuch(`${shown(name)}, a file of more than ${toMegabytes(limits.fileBytes)}`)
  if (compressedSize === undefined || size < ratioCountsFrom) return
  if (size > compressedSize * limits.ratio) {
    throw tooMuch(`${shown(name)}, which grows to more than ${limits.ratio} times its size`)
  }
}

function tooMuch(what: string): ArchiveError {
  return refused(`it contains ${what}`)
}

function liar({ name }: ArchiveEntry): ArchiveError {
  return refused(`${shown(name)} is longer than declared`)
}

function toMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB`
}
