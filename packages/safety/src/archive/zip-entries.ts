import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import type { ArchiveEntry, ArchiveSource } from './archive-entry.js'
import { refused, shown } from './archive-error.js'

/** The library must not change names, because the checks need the original ones. */
const options = { lazyEntries: true, decodeStrings: false, autoClose: false } as const

/** Yields the entries of a zip file, in the order of its directory. */
export async function* zipEntries(source: ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const zip = await openZip(source)
  const ranges: Range[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
      requireReadable(entry, name)
      yield toEntry(zip, entry, name)
      ranges.push(await rangeOf(zip, entry, name))
    }
    refuseOverlaps(ranges)
  } finally {
    zip.close()
  }
}

function openZip(source: ArchiveSource): Promise<ZipFile> {
  if (typeof source === 'string') return openPromise(source, options)
  return fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), options)
}

const stored = 0
const deflated = 8

function requireReadable(entry: Entry, name: string): void {
  if (entry.isEncrypted()) throw refused(`${shown(name)} is encrypted`)
  const { compressionMethod: method } = entry
  if (method !== stored && method !== deflated) throw refused(`${shown(name)} is compressed in an unknown way`)
}

function toEntry(zip: ZipFile, entry: Entry, name: string): ArchiveEntry {
  const mode = unixMode(entry)
  return {
    name,
    kind: kindOf(name, mode),
    size: entry.uncompressedSize,
    compressedSize: entry.compressedSize,
    isExecutable: (mode & 0o100) !== 0,
    content: () => contentOf(zip, entry, name),
  }
}

async function* contentOf(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (cause) {
    throw refused(`${shown(name)} is damaged`, { cause })
  }
  if (sum !== entry.crc32) throw refused(`${shown(name)} is damaged`)
}

/** The upper half of the attributes contains a Unix mode if the archive was created on a Unix system. */
function unixMode({ externalFileAttributes }: Entry): number {
  return externalFileAttributes >>> 16
}

const typeMask = 0o170000
const types = { none: 0, file: 0o100000, folder: 0o040000, link: 0o120000 } as const

function kindOf(name: string, mode: number): ArchiveEntry['kind'] {
  const isFolder = name.endsWith('/')
  switch (mode & typeMask) {
    case types.none:
      return isFolder ? 'folder' : 'file'
    case types.file:
      return isFolder ? 'other' : 'file'
    case types.folder:
      return 'folder'
    case types.link:
      return 'link'
    default:
      return 'other'
  }
}

interface Range {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Other programs use the name in the local header, so a different name there is an attempt to deceive. */
async function rangeOf(zip: ZipFile, entry: Entry, name: string): Promise<Range> {
  const { fileName, fileDataStart } = await zip.readLocalFileHeaderPromise(entry)
  if (!fileName.equals(entry.fileNameRaw)) throw refused(`${shown(name)} has two names`)
  return { name, start: entry.relativeOffsetOfLocalHeader, end: fileDataStart + entry.compressedSize }
}

/** Rejects overlapping entries, which can make a small archive expand to a huge size. */
function refuseOverlaps(ranges: readonly Range[]): void {
  let reached = 0
  for (const { name, start, end } of ranges.toSorted((left, right) => left.start - right.start)) {
    if (start < reached) throw refused(`${shown(name)} overlaps another file`)
    reached = end
  }
}
