import { openKeyBlock } from './find-key-blocks.js'
import { longLine } from './long-line.js'
import type { Span } from './span.js'

/** What has been looked at, and what was found in it. */
export interface Scan {
  /** So much of the text is done with; the rest has to come again, with more behind it. */
  readonly length: number
  readonly spans: readonly Span[]
}

/** A private key is waited for so long. */
const longestBlock = 65_536
/** So much of a part that is done with is seen again with the next one. */
const contextLength = 512

/**
 * Looks for secrets in a text that may still grow. Secrets do not cross lines, private keys aside; so whole lines are looked
 * at, and where a text is cut into pieces makes no difference. A long line is looked at in parts that overlap, each of the
 * same length wherever the pieces end.
 */
export function createLineScanner(find: (text: string) => readonly Span[]) {
  /** The end of the part before, within a long line. */
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

  /** The first half of a part, up to a secret that reaches into the second. */
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
        spans.push(...scanLines(text, position, until))
        position = until
        if (until < end) break
      } else if (text.length - position >= longLine) {
        const part = scanPart(text, position)
        spans.push(...part.spans)
        position += part.length
      } else break
    }
    return { length: position, spans }
  }
}

/** The end of the whole lines before the first long one. */
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
