import { encodingOf } from './text-format.js'

/** File signatures with their offsets. */
const signatures: readonly (readonly [kind: string, start: string, offset?: number])[] = [
  ['PNG image', '\x89PNG'],
  ['JPEG image', '\xff\xd8\xff'],
  ['GIF image', 'GIF8'],
  ['WebP image', 'WEBP', 8],
  ['BMP image', 'BM'],
  ['TIFF image', 'II*\0'],
  ['icon', '\0\0\x01\0'],
  ['PDF document', '%PDF-'],
  ['ZIP archive, or an Office document', 'PK\x03\x04'],
  ['gzip archive', '\x1f\x8b'],
  ['bzip2 archive', 'BZh'],
  ['xz archive', '\xfd7zXZ'],
  ['zstd archive', '\x28\xb5\x2f\xfd'],
  ['7-Zip archive', "7z\xbc\xaf'"],
  ['RAR archive', 'Rar!'],
  ['tar archive', 'ustar', 257],
  ['ELF program', '\x7fELF'],
  ['Windows program', 'MZ'],
  ['Mach-O program', '\xcf\xfa\xed\xfe'],
  ['Java class', '\xca\xfe\xba\xbe'],
  ['WebAssembly module', '\0asm'],
  ['SQLite database', 'SQLite format 3\0'],
  ['WAVE audio', 'WAVE', 8],
  ['MP3 audio', 'ID3'],
  ['Ogg media', 'OggS'],
  ['FLAC audio', 'fLaC'],
  ['MP4 media', 'ftyp', 4],
  ['Matroska media', '\x1aE\xdf\xa3'],
  ['TrueType font', '\0\x01\0\0'],
  ['WOFF font', 'wOF'],
]

/** Number of bytes to inspect. A signature alone is not enough, because readable text may start with the same letters. */
const sampleBytes = 8192

/** Returns the kind of a binary file from its first bytes, such as `PNG image` or `binary data`. `undefined` for text. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes))
  const isWide = encodingOf(sample).encoding !== 'utf-8' && !(sample[2] === 0 && sample[3] === 0)
  if (isWide) return undefined
  if (sample.toString('latin1', 0, 5) !== '%PDF-' && !sample.includes(0) && !isMostlyControls(sample)) return undefined
  const found = signatures.find(
    ([, start, offset = 0]) => sample.toString('latin1', offset, offset + start.length) === start,
  )
  return found?.[0] ?? 'binary data'
}

function isMostlyControls(sample: Buffer): boolean {
  const controls = sample.filter((byte) => byte < 32 && !(byte >= 7 && byte <= 13) && byte !== 27).length
  return controls > sample.length / 10
}
