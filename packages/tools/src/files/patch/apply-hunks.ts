import { fileError } from '../file-error.js'
import { adaptLines } from './adapt-lines.js'
import { createLineMatcher, type LineMatcher, type Tolerance } from './match-lines.js'
import { nearestRegion } from './nearest-region.js'
import type { Hunk } from './parse-patch.js'
import { unclearIndentation } from './unclear-indentation.js'

/**
 * Applies hunks from top to bottom. Each must match at exactly one place.
 *
 * @throws {HermesError} `file/no-match`, naming the hunk and the file.
 */
export function applyHunks(path: string, text: string, hunks: readonly Hunk[]): string {
  const endsWithNewline = text.endsWith('\n')
  const lines = text === '' ? [] : (endsWithNewline ? text.slice(0, -1) : text).split('\n')
  const file = { lines, match: createLineMatcher(lines) }
  const changed: string[][] = []
  let from = 0
  for (const [index, hunk] of hunks.entries()) {
    const name = `Hunk ${index + 1} of ${path}`
    const { start, tolerance } = place(file, hunk, from, name)
    const found = lines.slice(start, start + hunk.before.length)
    const added = toNewLines(hunk, found, tolerance)
    if (!added) throw unclearIndentation(name, lines, start, found.length)
    changed.push(lines.slice(from, start), added)
    from = start + found.length
  }
  changed.push(lines.slice(from))
  return changed.flat().join('\n') + (endsWithNewline || text === '' ? '\n' : '')
}

interface PatchedFile {
  readonly lines: readonly string[]
  readonly match: LineMatcher
}

interface Place {
  readonly start: number
  readonly tolerance: Tolerance
}

function place(file: PatchedFile, hunk: Hunk, from: number, name: string): Place {
  const { lines } = file
  const start = hunk.anchors.reduce((at, anchor) => afterAnchor(lines, anchor, at, name), from)
  if (hunk.before.length === 0) return { start: hunk.anchors.length > 0 ? start : lines.length, tolerance: 'exact' }
  const match = file.match(hunk.before, start)
  if (!match) throw notFound(file, hunk, start, name)
  const { tolerance, starts } = match
  const [first = 0] = starts
  const atEnd = lines.length - hunk.before.length
  if (hunk.isAtEnd) return { start: starts.includes(atEnd) ? atEnd : first, tolerance }
  // With an anchor, the first match after it is used.
  if (starts.length === 1 || hunk.anchors.length > 0) return { start: first, tolerance }
  const places = starts.slice(0, 10).map((at) => at + 1)
  throw fileError(
    'no-match',
    `${name} matches ${starts.length} places (lines ${places.join(', ')}): add context lines, or "@@" with a line above it. Nothing was changed.`,
  )
}

function afterAnchor(lines: readonly string[], anchor: string, from: number, name: string): number {
  const wanted = anchor.trim()
  const isWhole = (line: string, index: number) => index >= from && line.trim() === wanted
  const isPart = (line: string, index: number) => index >= from && line.includes(wanted)
  const whole = lines.findIndex(isWhole)
  const found = whole === -1 ? lines.findIndex(isPart) : whole
  if (found === -1) throw fileError('no-match', `${name}: there is no line "@@ ${wanted}". Nothing was changed.`)
  return found + 1
}

/**
 * Returns the new lines of a hunk. Context lines that matched only tolerantly keep the content of the file. `undefined`
 * when the indentation of an added line cannot be determined.
 */
function toNewLines({ before, after }: Hunk, found: readonly string[], tolerance: Tolerance): string[] | undefined {
  let at = 0
  const kept = after.map((line) => {
    const context = before.indexOf(line, at)
    if (context !== -1) at = context + 1
    return found[context]
  })
  if (kept.every((line) => line !== undefined)) return kept
  const adapted = adaptLines(after, { wanted: before, found, tolerance })
  return adapted && kept.map((line, index) => line ?? adapted[index] ?? '')
}

function notFound({ lines, match }: PatchedFile, { before }: Hunk, start: number, name: string): Error {
  const earlier = start > 0 && match(before) ? ' Its lines are before the place of the hunk above it.' : ''
  const region = earlier === '' ? nearestRegion(lines, before) : ''
  const hint = region === '' ? earlier : ` The most similar part of the file is:\n${region}`
  return fileError('no-match', `${name} does not match, and nothing was changed.${hint}`)
}
