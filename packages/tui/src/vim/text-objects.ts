import { lineEnd, lineStart, nextOf, type Place, previousOf, wordKind } from './characters.js'
import { endOfRun, startOfRun } from './word-motions.js'

/** A part of the text; `to` is exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the range, or `undefined` if the cursor is not in such an object. */
type TextObject = (place: Place, isAround: boolean) => Range | undefined

const word =
  (isBig: boolean): TextObject =>
  ({ text, cursor }, isAround) => {
    if (text.length === 0) return undefined
    const line = { from: lineStart(text, cursor), to: lineEnd(text, cursor) }
    const within = ({ from, to }: Range) => ({ from: Math.max(from, line.from), to: Math.min(to, line.to) })
    const run = (at: number) => within({ from: startOfRun(text, at, isBig), to: endOfRun(text, at, isBig) })
    const inner = run(cursor)
    if (!isAround || inner.to === inner.from) return inner
    // White space is taken with the word after it, and a word with the white space after it, or otherwise before it.
    const hasNext = inner.to < line.to
    if (wordKind(text, cursor, isBig) === 'space') return hasNext ? { ...inner, to: run(inner.to).to } : inner
    return withSpace(text, inner, line)
  }

/** Includes the white space after the range, or otherwise before it. */
function withSpace(text: string, { from, to }: Range, line: Range): Range {
  const after = /^\s+/.exec(text.slice(to, line.to))?.[0].length ?? 0
  if (after > 0) return { from, to: to + after }
  return { from: line.from + text.slice(line.from, from).trimEnd().length, to }
}

/** Finds, in the line, the quoted text around the cursor, or otherwise the next one. */
const quoted =
  (quote: string): TextObject =>
  ({ text, cursor }, isAround) => {
    const line = { from: lineStart(text, cursor), to: lineEnd(text, cursor) }
    const marks: number[] = []
    for (let at = line.from; at < line.to; at++) {
      if (text[at] === '\\') at += 1
      else if (text[at] === quote) marks.push(at)
    }
    for (let index = 0; index + 1 < marks.length; index += 2) {
      const [from = 0, end = 0] = marks.slice(index, index + 2)
      if (end >= cursor) return isAround ? withSpace(text, { from, to: end + 1 }, line) : { from: from + 1, to: end }
    }
    return undefined
  }

const bracketed =
  (open: string, close: string): TextObject =>
  ({ text, cursor }, isAround) => {
    const from = matching(text, text[cursor] === close ? cursor - 1 : cursor, { target: open, other: close, step: -1 })
    if (from === undefined) return undefined
    const end = matching(text, from + 1, { target: close, other: open, step: 1 })
    if (end === undefined) return undefined
    return isAround ? { from, to: end + 1 } : { from: from + 1, to: end }
  }

function matching(
  text: string,
  start: number,
  { target, other, step }: { readonly target: string; readonly other: string; readonly step: 1 | -1 },
): number | undefined {
  let depth = 0
  for (let at = start; at >= 0 && at < text.length; at += step) {
    if (text[at] === target && depth === 0) return at
    if (text[at] === target) depth -= 1
    else if (text[at] === other) depth += 1
  }
  return undefined
}

const parentheses = bracketed('(', ')')
const braces = bracketed('{', '}')
const brackets = bracketed('[', ']')
const angles = bracketed('<', '>')

/** The text objects that follow `i` and `a` after an operator. */
export const textObjects: Readonly<Record<string, TextObject>> = {
  w: word(false),
  W: word(true),
  '"': quoted('"'),
  "'": quoted("'"),
  '`': quoted('`'),
  '(': parentheses,
  ')': parentheses,
  b: parentheses,
  '[': brackets,
  ']': brackets,
  '{': braces,
  '}': braces,
  B: braces,
  '<': angles,
  '>': angles,
}

/** Returns what an operator takes of a motion that ends at `to`. */
export function rangeTo({ text, cursor }: Place, to: number, isInclusive: boolean): Range {
  const from = Math.min(cursor, to)
  const end = Math.max(cursor, to)
  if (isInclusive) return { from, to: end < text.length ? nextOf(text, end) : end }
  // The range ends before the line break in front of its last line.
  const isAtStart = from < end && end === lineStart(text, end) && from < end - 1
  return { from, to: isAtStart ? previousOf(text, end) : end }
}
