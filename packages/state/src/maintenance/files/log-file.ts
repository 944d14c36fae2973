/*
 * Reads the write-ahead log (https://sqlite.org/fileformat2.html#walformat): a header, then frames of one page each,
 * with a checksum that continues from the previous frame. SQLite ends the log at the first frame with a wrong checksum,
 * so it silently drops everything after damage in the middle.
 */

const headerBytes = 32
const frameHeaderBytes = 24
const magics = [0x37_7f_06_82, 0x37_7f_06_83]
const pageSizes = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

export interface LogFile {
  readonly pageSize: number
  /** Frames of the current generation, in file order. */
  readonly frames: readonly LogFrame[]
  /** Number of frames that SQLite would accept: up to the last commit before the first invalid frame. */
  readonly accepted: number
  /** Whether the header is invalid, so that SQLite would accept no frame. */
  readonly isHeaderDamaged: boolean
  /** Salts shared by all frames of a generation. Empty without a header. */
  readonly salts: string
}

export interface LogFrame {
  /** Number of the frame, starting at 1. */
  readonly number: number
  readonly page: number
  /** Size of the database in pages after this frame, if it ends a transaction; otherwise 0. */
  readonly commitPages: number
  /** Offset of the page's bytes in the log. */
  readonly offset: number
  /** Whether the checksum continues from the previous frame. */
  readonly fits: boolean
  /** Whether the frame has the salts of the header. */
  readonly isCurrent: boolean
}

/** The two sums of a checksum. They are signed numbers, which V8 adds without boxing. */
type Checksum = readonly [number, number]

export function parseLog(bytes: Buffer): LogFile {
  if (bytes.length < headerBytes) return { pageSize: 4096, frames: [], accepted: 0, isHeaderDamaged: false, salts: '' }
  const pageSize = pageSizeOf(bytes)
  const isLittleEndian = bytes.readUInt32BE(0) !== magics[1]
  const sum = checksum(bytes, 0, 24, [0, 0], isLittleEndian)
  const isHeaderDamaged = !magics.includes(bytes.readUInt32BE(0)) || !isStoredAt(bytes, 24, sum)
  const chain = { isLittleEndian, seed: isHeaderDamaged ? storedAt(bytes, 24) : sum }
  // A damaged header may have damaged salts, so the salts come from the first frame.
  const saltsAt = isHeaderDamaged && bytes.length >= headerBytes + frameHeaderBytes ? headerBytes + 8 : 16
  const all = framesOf(bytes, pageSize, chain, saltsAt)
  // Frames of an earlier generation may follow the newest frame.
  const end = all.findLastIndex(({ isCurrent }) => isCurrent) + 1
  const frames = all.slice(0, end)
  const salts = bytes.toString('hex', saltsAt, saltsAt + 8)
  return { pageSize, frames, accepted: isHeaderDamaged ? 0 : acceptedOf(frames), isHeaderDamaged, salts }
}

/** Returns the complete frames that SQLite would drop. */
export function droppedFrames({ frames, accepted }: LogFile): readonly LogFrame[] {
  const last = frames.findLast(({ fits, isCurrent, commitPages }) => fits && isCurrent && commitPages > 0)
  return last ? frames.filter(({ number }) => number > accepted && number <= last.number) : []
}

/**
 * Returns how many frames processes have published, according to the shared index (`-shm`). If there are more than the
 * accepted ones, frames are lost. Returns `undefined` when the index is empty, belongs to another generation, or is no longer needed.
 */
export function publishedFrames(index: Buffer, { salts }: LogFile): number | undefined {
  const copyBytes = 48
  if (index.length < 3 * copyBytes) return undefined
  if (!index.subarray(0, copyBytes).equals(index.subarray(copyBytes, 2 * copyBytes))) return undefined
  if (salts !== '' && index.toString('hex', 32, 40) !== salts) return undefined
  const [published, inFile] = [nativeUInt32(index, 16), nativeUInt32(index, 2 * copyBytes)]
  return published > inFile || salts !== '' ? published : undefined
}

function nativeUInt32(bytes: Buffer, offset: number): number {
  return new Uint32Array(Uint8Array.from(bytes.subarray(offset, offset + 4)).buffer)[0] ?? 0
}

function pageSizeOf(bytes: Buffer): number {
  const written = bytes.readUInt32BE(8)
  return pageSizes.includes(written) ? written : 4096
}

interface Chain {
  readonly isLittleEndian: boolean
  readonly seed: Checksum
}

function framesOf(
  bytes: Buffer,
  pageSize: number,
  { isLittleEndian, seed }: Chain,
  saltsAt: number,
): readonly LogFrame[] {
  const frames: LogFrame[] = []
  let before = seed
  const step = frameHeaderBytes + pageSize
  for (let at = headerBytes; at + step <= bytes.length; at += step) {
    const header = checksum(bytes, at, 8, before, isLittleEndian)
    const sum = checksum(bytes, at + frameHeaderBytes, pageSize, header, isLittleEndian)
    frames.push({
      number: frames.length + 1,
      page: bytes.readUInt32BE(at),
      commitPages: bytes.readUInt32BE(at + 4),
      offset: at + frameHeaderBytes,
      fits: isStoredAt(bytes, at + 16, sum),
      isCurrent: bytes.compare(bytes, saltsAt, saltsAt + 8, at + 8, at + 16) === 0,
    })
    before = storedAt(bytes, at + 16)
  }
  return frames
}

function acceptedOf(frames: readonly LogFrame[]): number {
  let accepted = 0
  for (const { fits, isCurrent, commitPages, number } of frames) {
    if (!fits || !isCurrent) break
    if (commitPages > 0) accepted = number
  }
  return accepted
}

function storedAt(bytes: Buffer, offset: number): Checksum {
  return [bytes.readInt32BE(offset), bytes.readInt32BE(offset + 4)]
}

function isStoredAt(bytes: Buffer, offset: number, [first, second]: Checksum): boolean {
  return bytes.readInt32BE(offset) === first && bytes.readInt32BE(offset + 4) === second
}

function checksum(bytes: Buffer, offset: number, length: number, seed: Checksum, isLittleEndian: boolean): Checksum {
  const words = wordsOf(bytes, offset, length, isLittleEndian)
  let [first, second] = seed
  for (let at = 0; at < words.length; at += 2) {
    first = (first + (words[at] ?? 0) + second) | 0
    second = (second + (words[at + 1] ?? 0) + first) | 0
  }
  return [first, second]
}

function wordsOf(bytes: Buffer, offset: number, length: number, isLittleEndian: boolean): Int32Array {
  const begin = bytes.byteOffset + offset
  if (isLittleEndian === nativeIsLittleEndian() && begin % 4 === 0)
    return new Int32Array(bytes.buffer, begin, length / 4)
  const view = new DataView(bytes.buffer, begin, length)
  return Int32Array.from({ length: length / 4 }, (_, index) => view.getInt32(index * 4, isLittleEndian))
}

function nativeIsLittleEndian(): boolean {
  return new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
}
