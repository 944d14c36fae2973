/** Parses an AWS event stream from chunks of any size. */
export interface FrameParser {
  push(bytes: Uint8Array): void
}

/** Receives the text headers of a frame by name (such as `:event-type`) and its payload as text. */
export type FrameListener = (headers: ReadonlyMap<string, string>, payload: string) => void

/** Number of bytes for the total length, the header length and their checksum. */
const preludeLength = 12
const checksumLength = 4
/** Limit that no AWS frame exceeds. Keeps a corrupt length from filling memory. */
const maxFrameLength = 32 * 1024 * 1024

/**
 * Creates a synchronous parser for `application/vnd.amazon.eventstream`. A frame consists of total length, header
 * length, checksum of the two, headers, payload, and checksum of the whole frame. Each complete frame is passed to
 * `listener`; an incomplete frame at the end of the stream is dropped.
 *
 * @throws {RangeError} from `push` when a checksum or a length is wrong.
 */
export function createFrameParser(listener: FrameListener): FrameParser {
  const readHeaders = createHeaderReader()
  let pieces: Uint8Array[] = []
  let size = 0
  let needed = preludeLength

  /** Emits the complete frames at the start of `bytes` and returns the remaining bytes. */
  function takeFrames(bytes: Buffer): Buffer {
    let start = 0
    needed = preludeLength
    while (bytes.length - start >= preludeLength) {
      const length = bytes.readUInt32BE(start)
      if (bytes.length - start < length) {
        assertPrelude(bytes.subarray(start, start + preludeLength))
        needed = length
        break
      }
      takeFrame(bytes, start, start + length)
      start += length
    }
    return bytes.subarray(start)
  }

  function takeFrame(bytes: Buffer, start: number, end: number): void {
    const payloadEnd = end - checksumLength
    // In a complete frame, this checksum also covers the lengths.
    if (payloadEnd < start + preludeLength) throw damaged()
    if (checksum(bytes.subarray(start, payloadEnd)) !== bytes.readUInt32BE(payloadEnd)) throw damaged()
    const payloadStart = start + preludeLength + bytes.readUInt32BE(start + 4)
    if (payloadStart > payloadEnd) throw damaged()
    listener(readHeaders(bytes, start + preludeLength, payloadStart), bytes.toString('utf8', payloadStart, payloadEnd))
  }

  return {
    push(bytes) {
      pieces.push(bytes)
      size += bytes.length
      // The chunks of a long frame are concatenated once, when all of them have arrived.
      if (size < needed) return
      const rest = takeFrames(pieces.length === 1 ? asBuffer(bytes) : Buffer.concat(pieces))
      pieces = rest.length > 0 ? [rest] : []
      size = rest.length
    },
  }
}

/** Rejects a frame with a corrupt length immediately, instead of waiting for more bytes. */
function assertPrelude(prelude: Buffer): void {
  const lengthsEnd = preludeLength - checksumLength
  const isRight = checksum(prelude.subarray(0, lengthsEnd)) === prelude.readUInt32BE(lengthsEnd)
  if (!isRight || prelude.readUInt32BE(0) > maxFrameLength) throw damaged()
}

/** Creates a header reader. It reuses the parsed headers of the previous frame if the bytes match, which they nearly always do. */
function createHeaderReader(): (bytes: Buffer, start: number, end: number) => ReadonlyMap<string, string> {
  let known = Buffer.alloc(0)
  let headers: ReadonlyMap<string, string> = new Map()
  return (bytes, start, end) => {
    if (bytes.compare(known, 0, known.length, start, end) !== 0) {
      known = Buffer.from(bytes.subarray(start, end))
      headers = parseHeaders(known)
    }
    return headers
  }
}

/** Value length for each header type: true, false, byte, short, int, long, bytes, text, time, UUID. */
const valueLengths: readonly (number | 'counted')[] = [0, 0, 1, 2, 4, 8, 'counted', 'counted', 8, 16]
const textType = 7

function parseHeaders(block: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (let at = 0; at < block.length; ) {
    const nameEnd = at + 1 + block.readUInt8(at)
    const type = block.readUInt8(nameEnd)
    const fixed = valueLengths[type]
    if (fixed === undefined) throw damaged()
    const valueStart = nameEnd + (fixed === 'counted' ? 3 : 1)
    const valueEnd = valueStart + (fixed === 'counted' ? block.readUInt16BE(nameEnd + 1) : fixed)
    if (type === textType)
      headers.set(block.toString('utf8', at + 1, nameEnd), block.toString('utf8', valueStart, valueEnd))
    at = valueEnd
  }
  return headers
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function damaged(): RangeError {
  return new RangeError('The event stream is damaged.')
}

function checksum(bytes: Uint8Array): number {
  // Loaded here so that only users of this transport load the module.
  return process.getBuiltinModule('node:zlib').crc32(bytes)
}
