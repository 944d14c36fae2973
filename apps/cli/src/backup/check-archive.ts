import { HermesError } from '@hermes/core'
import type { Entry, ZipFile } from 'yauzl'
import { homeFolder, isLeftOut, isLikeStore, manifestName, nameKey, problemOfName } from './entry-rules.js'

/** A file of an archive that passed all checks. */
export interface ArchiveFile {
  readonly entry: Entry
  /** Safe to join to a folder. */
  readonly name: string
  /** The size declared by the archive. Extraction stops at it. */
  readonly bytes: number
  readonly isExecutable: boolean
}

/** The limits of an archive. */
export interface ArchiveLimits {
  readonly entries: number
  readonly bytes: number
  /** The maximum compression ratio of files larger than a megabyte. */
  readonly ratio: number
}

export const usualLimits: ArchiveLimits = { entries: 200_000, bytes: 64 * 2 ** 30, ratio: 250 }

const kindMask = 0o170000
const file = 0o100000
const folder = 0o040000
const ownerMayRun = 0o100
const stored = 0
const deflated = 8
const smallBytes = 1_000_000

/**
 * Reads the directory of an untrusted archive.
 * @throws {HermesError} for the first entry that no backup contains. Nothing has been written then.
 */
export async function checkArchive(zip: ZipFile, limits: ArchiveLimits): Promise<readonly ArchiveFile[]> {
  const { getFileNameLowLevel } = (await import('yauzl')).default
  if (zip.entryCount > limits.entries) throw refused(`it has ${zip.entryCount} entries`)
  const files: ArchiveFile[] = []
  const names = createNames()
  const ranges: Range[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
    const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
    const problem = problemOfEntry(entry, name, limits)
    if (problem !== undefined) throw refused(`${shown(name)} ${problem}`)
    names.add(name)
    ranges.push(await rangeOf(zip, entry, name))
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes) throw refused(`it would become larger than ${Math.floor(limits.bytes / 2 ** 20)} MB`)
    if (!name.endsWith('/')) files.push({ entry, name, bytes: entry.uncompressedSize, isExecutable: mayRun(entry) })
  }
  refuseOverlaps(ranges)
  return files
}

function problemOfEntry(entry: Entry, name: string, limits: ArchiveLimits): string | undefined {
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  const problem = problemOfName(name)
  if (problem !== undefined) return problem
  if (name !== manifestName && !isOfHome(name)) return 'does not belong in a backup'
  const kind = modeOf(entry) & kindMask
  if (kind !== 0 && kind !== (name.endsWith('/') ? folder : file)) return 'is not a regular file (a link, or a device)'
  if (entry.isEncrypted()) return 'is encrypted'
  if (compressionMethod !== stored && compressionMethod !== deflated) return 'is packed in an unknown way'
  if (name.endsWith('/') && uncompressedSize > 0) return 'is a folder with content'
  if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * limits.ratio) {
    return `would become ${limits.ratio} times as large, or more`
  }
  return undefined
}

function isOfHome(name: string): boolean {
  if (name === homeFolder) return true
  const path = name.slice(homeFolder.length).replace(/\/$/, '')
  return name.startsWith(homeFolder) && !isLeftOut(path) && !isLikeStore(path)
}

/** Rejects duplicate entries, including names that are equal on some file systems, and files that are also folders. */
function createNames() {
  const files = new Set<string>()
  const folders = new Set<string>()
  return {
    add(name: string) {
      const key = nameKey(name)
      const parents = key.split('/').slice(0, -1)
      if (name.endsWith('/')) parents.push(key.split('/').at(-1) ?? '')
      else if (files.has(key) || folders.has(key)) throw refused(`${shown(name)} is there twice`)
      else files.add(key)
      for (let depth = 1; depth <= parents.length; depth++) {
        const parent = parents.slice(0, depth).join('/')
        if (files.has(parent)) throw refused(`${shown(name)} is in a folder that is a file`)
        folders.add(parent)
      }
    },
  }
}

interface Range {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Other programs use the name in the local header: a different name is an attempt to deceive. */
async function rangeOf(zip: ZipFile, entry: Entry, name: string): Promise<Range> {
  const { fileName, fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
  if (!fileName.equals(entry.fileNameRaw)) throw refused(`${shown(name)} has two names`)
  return { name, start: entry.relativeOffsetOfLocalHeader, end: fileDataStart + entry.compressedSize }
}

/** Overlapping entries are a way to make a small archive expand to a huge size. */
function refuseOverlaps(ranges: readonly Range[]): void {
  let reached = 0
  for (const { name, start, end } of ranges.toSorted((left, right) => left.start - right.start)) {
    if (start < reached) throw refused(`${shown(name)} overlaps another file`)
    reached = end
  }
}

function mayRun(entry: Entry): boolean {
  return (modeOf(entry) & ownerMayRun) !== 0
}

function modeOf({ externalFileAttributes }: Entry): number {
  return externalFileAttributes >>> 16
}

export function refused(reason: string, cause?: unknown): HermesError {
  return new HermesError('cli/archive', `The archive was refused, and nothing was changed: ${reason}.`, { cause })
}

function shown(name: string): string {
  const text = JSON.stringify(name)
  return text.length <= 80 ? text : `${text.slice(0, 60)}..."`
}
