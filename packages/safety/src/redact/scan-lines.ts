import { openKeyBlock } from './find-key-blocks.js'
import { longLine } from './long-line.js'
import type { Span } from './span.js'

/** The scanned part of a text and the spans found in it. */
export interface Scan {
  /** How many characters are final. The caller passes the rest again with more text appended. */
  readonly length: number
  readonly spans: readonly Span[]
}

/** How many characters of an unterminated private key are held back. */
const longestBlock = 65_536
/** How many characters of a scanned part are scanned again with the next part. */
const contextLength = 512

/**
 * Creates a scanner for a text that may still grow. Secrets other than private keys do not span lines, so whole lines
 * are scanned and chunk boundaries have no effect. Long lines are scanned in overlapping parts of fixed length.
 */
export function createLineScanner(find: (text: string) => readonly Span[]) {
  /** The end of the previous part within a long line. */
  let context = ''
  let isInside = false

  function scanLines(text: string, position: number, end: number): readonly Span[] {
    const spans = findAfterContext(text.slice(position, end))
    context = ''
    return spans.map((span) => shift(span, position))
  }

  function findAfterContext(part: string): readonly Span[] {
    const offset = context.length
    return find(context + part)
      .filter(({ start, end }) => end > offset && (start > 0 || offset === 0))
      .map((span) => shift({ ...span, start: Math.max(span.start, offset) }, -offset))
  }

  /** Scans the first half of a part, or less when a secret reaches into the second half. */
  function scanPart(text: string, position: number): Scan {
    const part = text.slice(position, position + longLine)
    const spans = findAfterContext(part)
    const middle = longLine / 2
    const crossing = spans.find(({ start, end }) => start < middle && end > middle)
    const cut = crossing === undefined ? middle : crossing.start > 0 ? crossing.start : crossing.end
    isInside = cut === part.length
    context = isInside ? 'x' : (context + part.slice(0, cut)).slice(-contextLength)
    return { length: cut, spans: spans.filter(({ end }) => end <= cut).map((span) => shift(span, position)) }
  }

  return function scan(text: string, isWhole: boolean): Scan {
    const spans: Span[] = []
    let position = 0
    while (position < text.length) {
      if (isInside) {
        const end = endOfRun(text, position)
        if (end > position) spans.push({ start: position, end, isRest: true })
        isInside = end === text.length
        position = end
        continue
      }
      const end = endOfLines(text, position, isWhole)
      if (end > position) {
        const waiting = isWhole || text.length - end >= longLine ? undefined : openKeyBlock(text.slice(position, end))
        const until =
          waiting === undefined || end - position - waiting >= longestBlock ? end : lineStart(text, position, waiting)
        // Not spread, because there may be more spans than a call can take arguments.
        for (const span of scanLines(text, position, until)) spans.push(span)
        position = until
        if (until < end) break
      } else if (text.length - position >= longLine) {
        const part = scanPart(text, position)
        for (const span of part.spans) spans.push(span)
        position += part.length
      } else break
    }
    return { length: position, spans }
  }
}

/** Returns the end of the whole lines before the first long line. */
function endOfLines(text: string, position: number, isWhole: boolean): number {
  let end = position
  for (;;) {
    const newline = text.indexOf('\n', end)
    if (newline === -1) return isWhole && text.length - end < longLine ? text.length : end
    if (newline - end >= longLine) return end
    end = newline + 1
  }
}

function lineStart(text: string, position: number, offset: number): number {
  return Math.max(position, text.lastIndexOf('\n', position + offset) + 1)
}

function endOfRun(text: string, position: number): number {
  const run = /[\w+/=.~%-]*/y
  run.lastIndex = position
  return position + (run.exec(text)?.[0].length ?? 0)
}

function shift(span: Span, by: number): Span {
  return { ...span, start: span.start + by, end: span.end + by }
}
