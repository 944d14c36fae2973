import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ArchiveEntry } from './archive-entry.js'
import { ArchiveError } from './archive-error.js'

/** The entries of a zip file, in the order of its directory. */
export async function* zipEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const zip = await openPromise(path, { lazyEntries: true, strictFileNames: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) yield toEntry(zip, entry)
  } finally {
    zip.close()
  }
}

function toEntry(zip: ZipFile, entry: Entry): ArchiveEntry {
  const mode = unixMode(entry)
  return {
    name: entry.fileName,
    kind: kindOf(entry, mode),
    size: entry.uncompressedSize,
    compressedSize: entry.compressedSize,
    isExecutable: (mode & 0o100) !== 0,
    async *content() {
      if (entry.isEncrypted()) throw new ArchiveError('The archive was not unpacked: it is encrypted.')
      yield* await zip.openReadStreamPromise(entry)
    },
  }
}

/** The upper half of the attributes contains a Unix mode if the archive was created on a Unix system. */
function unixMode({ externalFileAttributes }: Entry): number {
  return externalFileAttributes >>> 16
}

const typeMask = 0o170000

function kindOf({ fileName }: Entry, mode: number): ArchiveEntry['kind'] {
  switch (mode & typeMask) {
    case 0:
    case 0o100000:
      return fileName.endsWith('/') ? 'folder' : 'file'
    case 0o040000:
      return 'folder'
    case 0o120000:
      return 'link'
    default:
      return 'other'
  }
}
