import { createByteRing } from './byte-ring.js'

/** Output of any length, of which the beginning and the end are kept. */
export interface HeadTail {
  push(data: Uint8Array): void
  /** The newest part of the text. */
  recent(): string
  /** What was kept, never longer than the limit, with a note where something was left out. */
  toString(): string
}

export interface HeadTailOptions {
  /** Characters. */
  readonly limit: number
  /** Applied to the text before it is measured. */
  clean(text: string): string
}

const headShare = 0.4
/** Of each end, so much is kept as bytes: enough for text that is mostly escape sequences. */
const bytesPerCharacter = 16
const recentBytes = 2_000

/**
 * Keeps at most `limit` characters: 40 % from the beginning and 60 % from the end. What lies between is neither decoded
 * nor kept, so that a gigabyte costs little time and no memory.
 */
export function createHeadTail({ limit, clean }: HeadTailOptions): HeadTail {
  const head = new Uint8Array(limit * bytesPerCharacter)
  const ring = createByteRing(head.length)
  let headLength = 0
  let total = 0
  const toText = (data: Uint8Array) => clean(new TextDecoder().decode(fromCharacterStart(data)))
  return {
    push(data) {
      const first = data.subarray(0, head.length - headLength)
      head.set(first, headLength)
      headLength += first.length
      total += data.length
      if (first.length < data.length) ring.push(data.subarray(first.length))
    },
    recent() {
      const newest = total > headLength ? ring.bytes() : head.subarray(0, headLength)
      return toText(newest.subarray(-recentBytes))
    },
    toString() {
      const start = head.subarray(0, headLength)
      const end = ring.bytes()
      if (headLength + end.length < total) return cutMiddle(toText(start), toText(end), { total, limit })
      const text = toText(Buffer.concat([start, end]))
      return text.length <= limit ? text : cutMiddle(text, text, { total: Buffer.byteLength(text), limit })
    },
  }
}

function cutMiddle(start: string, end: string, { total, limit }: { total: number; limit: number }): string {
  // The longest note is reserved for: its length varies by the digits of the figure in it.
  const room = Math.max(0, limit - note(total).length)
  const head = withoutHalves(start.slice(0, Math.floor(room * headShare)))
  const rest = room - head.length
  const tail = rest > 0 ? withoutHalves(end.slice(-rest)) : ''
  return `${head}${note(total - Buffer.byteLength(head) - Buffer.byteLength(tail))}${tail}`
}

function note(bytes: number): string {
  return `\n\n[... ${bytes.toLocaleString('en-US')} bytes left out ...]\n\n`
}

/** Drops half a surrogate pair at either end. */
function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}

/** A cut may have left the end of a character at the beginning. */
function fromCharacterStart(data: Uint8Array): Uint8Array {
  const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
  let start = 0
  while (start < 3 && isContinuation(data[start])) start += 1
  return data.subarray(start)
}
