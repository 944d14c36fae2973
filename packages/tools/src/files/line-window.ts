import { isUtf8 } from 'node:buffer'
import { decodeWestern } from './western.js'

export interface LineWindowOptions {
  /** Number of the first line that is kept; lines count from 1. */
  readonly offset: number
  readonly limit: number
  /** Characters of a line that are kept. */
  readonly maxLineChars: number
}

/** Keeps some lines of a text that comes in pieces, and counts them all. Memory does not grow with the text. */
export interface LineWindow {
  /** UTF-8. A piece may end anywhere, also within a character. */
  feed(bytes: Uint8Array): void
  /** To be called once, after the last piece. */
  end(): void
  readonly lines: readonly string[]
  /** All lines that were asked for have come. */
  readonly isFull: boolean
  /** Lines that have come so far; a last one without a line end counts. */
  readonly total: number
  /** Kept lines were no UTF-8, and are shown as Windows-1252. */
  readonly isLossy: boolean
}

const newline = 10

export function createLineWindow({ offset, limit, maxLineChars }: LineWindowOptions): LineWindow {
  const maxBytes = maxLineChars * 4
  const lines: string[] = []
  let total = 0
  let isLossy = false
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let lineBytes = 0

  const isWanted = () => total + 1 >= offset && lines.length < limit
  const keep = (part: Uint8Array) => {
    lineBytes += part.length
    if (part.length === 0 || !isWanted() || keptBytes >= maxBytes) return
    // A copy: the piece that it is part of should not have to stay.
    const copy = Buffer.from(part.subarray(0, maxBytes - keptBytes))
    kept.push(copy)
    keptBytes += copy.length
  }
  const endLine = () => {
    if (isWanted()) {
      const bytes = kept.length === 1 && kept[0] ? Buffer.from(kept[0]) : Buffer.concat(kept)
      // A line that was cut may end within a character.
      const isForeign = keptBytes === lineBytes && !isUtf8(bytes)
      isLossy ||= isForeign
      lines.push(shorten(isForeign ? decodeWestern(bytes) : bytes.toString('utf8'), lineBytes, maxLineChars))
    }
    total += 1
    kept = []
    keptBytes = 0
    lineBytes = 0
  }
  return {
    feed(bytes) {
      let start = 0
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
        keep(bytes.subarray(start, end))
        endLine()
        start = end + 1
      }
      keep(bytes.subarray(start))
    },
    end() {
      if (lineBytes > 0) endLine()
    },
    lines,
    get isFull() {
      return lines.length >= limit
    },
    get total() {
      return total
    },
    get isLossy() {
      return isLossy
    },
  }
}

function shorten(line: string, bytes: number, maxChars: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text.length <= maxChars) return text
  const head = text.slice(0, maxChars)
  return `${head.isWellFormed() ? head : head.slice(0, -1)} [cut: this line has ${bytes} bytes]`
}
