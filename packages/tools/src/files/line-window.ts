import { isUtf8 } from 'node:buffer'
import { decodeWestern } from './western.js'

export interface LineWindowOptions {
  /** Number of the first line that is kept, starting at 1. */
  readonly offset: number
  readonly limit: number
  /** Maximum characters kept per line. */
  readonly maxLineChars: number
}

/** Keeps a range of lines of a chunked text and counts all lines. Memory does not grow with the text. */
export interface LineWindow {
  /** Adds a chunk of UTF-8 text, which may end within a character. */
  feed(bytes: Uint8Array): void
  /** Ends the text. Must be called once, after the last chunk. */
  end(): void
  readonly lines: readonly string[]
  /** Returns whether all requested lines have arrived. */
  isFull(): boolean
  /** Returns the number of lines so far. An unterminated last line counts after `end`. */
  total(): number
  /** Returns whether some kept lines were not valid UTF-8 and were decoded as Windows-1252. */
  isLossy(): boolean
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
    // Copied, so that the chunk can be freed.
    const copy = Buffer.from(part.subarray(0, maxBytes - keptBytes))
    kept.push(copy)
    keptBytes += copy.length
  }
  const endLine = () => {
    if (isWanted()) {
      const bytes = kept.length === 1 && kept[0] ? Buffer.from(kept[0]) : Buffer.concat(kept)
      // A truncated line may end within a character.
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
    isFull: () => lines.length >= limit,
    total: () => total,
    isLossy: () => isLossy,
  }
}

function shorten(line: string, bytes: number, maxChars: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text.length <= maxChars) return text
  const head = text.slice(0, maxChars)
  return `${head.isWellFormed() ? head : head.slice(0, -1)} [cut: this line has ${bytes} bytes]`
}
