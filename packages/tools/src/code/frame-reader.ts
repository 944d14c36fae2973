import { parseJson } from '@hermes/core/wiring'
/** Separates a kernel's messages from the output of its programs on the same stream. */
export interface FrameReader {
  push(data: Uint8Array): void
}

export interface FrameReaderOptions {
  /** Random marker at the start of each piece of a message. */
  readonly mark: Uint8Array
  /** Receives everything that is not a message, in order. */
  onText(data: Uint8Array): void
  onMessage(message: unknown): void
}

/** Length of the header after the marker: whether another piece follows, and the length of this piece. */
const headerLength = 3
/** Maximum message size. Larger messages are dropped. */
const longestMessage = 64 * 2 ** 20

/**
 * Creates a reader. A message is JSON in pieces that are small enough to be written atomically: marker, header, data.
 * Invalid pieces are dropped, because only a program that tries to confuse the reader writes them.
 */
export function createFrameReader({ mark, onText, onMessage }: FrameReaderOptions): FrameReader {
  let held: Buffer = Buffer.alloc(0)
  let pieces: Buffer[] = []
  let length = 0

  function takePiece(data: Buffer, isLast: boolean): void {
    length += data.length
    // Copied, so that the incoming buffer can be freed.
    if (length <= longestMessage) pieces.push(Buffer.from(data))
    else pieces = []
    if (!isLast) return
    const message = parse(Buffer.concat(pieces))
    pieces = []
    length = 0
    if (message !== undefined) onMessage(message)
  }

  function tellText(data: Buffer): void {
    if (data.length > 0) onText(data)
  }

  return {
    push(data) {
      let rest = held.length > 0 ? Buffer.concat([held, data]) : Buffer.from(data.buffer, data.byteOffset, data.length)
      for (;;) {
        const at = rest.indexOf(mark)
        const end = at === -1 ? rest.length - openMark(rest, mark) : at
        tellText(rest.subarray(0, end))
        rest = rest.subarray(end)
        const start = mark.length + headerLength
        const pieceEnd = rest.length < start ? Number.POSITIVE_INFINITY : start + rest.readUInt16BE(mark.length + 1)
        if (at === -1 || rest.length < pieceEnd) break
        takePiece(rest.subarray(start, pieceEnd), rest[mark.length] === 0)
        rest = rest.subarray(pieceEnd)
      }
      held = Buffer.from(rest)
    },
  }
}

/** Returns the number of bytes at the end that may be the start of a marker. */
function openMark(data: Buffer, mark: Uint8Array): number {
  const [first = 0] = mark
  let start = Math.max(0, data.length - mark.length + 1)
  for (;;) {
    start = data.indexOf(first, start)
    if (start === -1) return 0
    const tail = data.subarray(start)
    if (tail.equals(mark.subarray(0, tail.length))) return tail.length
    start += 1
  }
}

function parse(data: Buffer): unknown {
  try {
    return parseJson(data.toString('utf8'))
  } catch {
    return undefined
  }
}
