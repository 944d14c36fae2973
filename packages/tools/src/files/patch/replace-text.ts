import { fileError } from '../file-error.js'
import { adaptLines } from './adapt-lines.js'
import { createLineMatcher, toPlainTypography } from './match-lines.js'
import { nearestRegion } from './nearest-region.js'
import { unclearIndentation } from './unclear-indentation.js'

export interface Replacement {
  readonly before: string
  readonly after: string
  readonly all: boolean
}

export interface Replaced {
  readonly text: string
  readonly count: number
  /** Kind of difference that was ignored. Absent for an exact match. */
  readonly tolerance?: string
}

/** Range of the text and its replacement. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Found {
  readonly edits: readonly Edit[]
  readonly tolerance?: string
}

/**
 * Replaces part of a text. Without an exact match, comparisons become more tolerant: typographic quotes, trailing
 * space, indentation, spacing, written-out escapes. The match must be unique unless `all` is set.
 *
 * @throws {HermesError} `file/no-match` with the lines of the candidates, or with the most similar part of the text.
 */
export function replaceText(text: string, replacement: Replacement): Replaced {
  const { before, after, all } = replacement
  if (before === '') throw fileError('invalid', 'old_string is empty: use write_file to create or replace a file.')
  if (before === after)
    throw fileError('invalid', 'old_string and new_string are the same: there is nothing to change.')
  const found = find(text, replacement)
  if (!found) throw notFound(text, before)
  if (found.edits.length > 1 && !all) throw ambiguous(text, found.edits)
  let result = ''
  let end = 0
  for (const edit of found.edits) {
    result += text.slice(end, edit.start) + edit.text
    end = edit.end
  }
  const { tolerance } = found
  return { text: result + text.slice(end), count: found.edits.length, ...(tolerance !== undefined && { tolerance }) }
}

function find(text: string, { before, after }: Replacement): Found | undefined {
  const exact = edits(text, before, after)
  if (exact.length > 0) return { edits: exact }
  const plain = edits(toPlainTypography(text), toPlainTypography(before), after)
  if (plain.length > 0) return { edits: plain, tolerance: 'typography' }
  const lines = findLines(text, before, after)
  if (lines) return lines
  const escaped = edits(text, readEscapes(before), readEscapes(after))
  return escaped.length > 0 ? { edits: escaped, tolerance: 'escapes' } : undefined
}

function edits(text: string, before: string, after: string): Edit[] {
  const found: Edit[] = []
  for (let start = text.indexOf(before); start !== -1; start = text.indexOf(before, start + before.length)) {
    found.push({ start, end: start + before.length, text: after })
  }
  return found
}

function findLines(text: string, before: string, after: string): Found | undefined {
  const lines = text.split('\n')
  const wanted = withoutOuterBlankLines(before)
  const match = createLineMatcher(lines)(wanted)
  if (!match) return undefined
  const offsets = offsetsOf(lines)
  return {
    tolerance: match.tolerance,
    edits: match.starts.map((first) => {
      const last = first + wanted.length - 1
      const start = offsets[first] ?? 0
      const end = (offsets[last] ?? 0) + (lines[last]?.length ?? 0)
      const found = lines.slice(first, last + 1)
      const { tolerance } = match
      const adapted = adaptLines(withoutOuterBlankLines(after), { wanted, found, tolerance })
      if (!adapted) throw unclearIndentation('old_string', lines, first, wanted.length)
      return { start, end, text: adapted.join('\n') }
    }),
  }
}

function withoutOuterBlankLines(text: string): readonly string[] {
  const lines = text.split('\n')
  const isFull = (line: string) => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1)
}

/** Returns the start offset of each line. */
function offsetsOf(lines: readonly string[]): number[] {
  let offset = 0
  return lines.map((line) => {
    const start = offset
    offset += line.length + 1
    return start
  })
}

const written: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' }

function readEscapes(text: string): string {
  return text.replace(/\\([ntr"'\\])/g, (whole, letter: string) => written[letter] ?? whole)
}

function ambiguous(text: string, found: readonly Edit[]): Error {
  const lines = found.slice(0, 10).map(({ start }) => lineAt(text, start))
  const more = found.length > lines.length ? ', ...' : ''
  return fileError(
    'no-match',
    `old_string occurs ${found.length} times (lines ${lines.join(', ')}${more}): add lines around it, or set replace_all.`,
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function notFound(text: string, before: string): Error {
  const region = nearestRegion(text.split('\n'), withoutOuterBlankLines(before))
  const hint = region === '' ? ' Read the file again.' : ` The most similar part of the file is:\n${region}`
  return fileError('no-match', `old_string was not found.${hint}`)
}
