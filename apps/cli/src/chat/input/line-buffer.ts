import { graphemes } from '../../render/text/text-width.js'

/** Text that is being edited, split at the cursor. */
export interface LineBuffer {
  readonly before: string
  readonly after: string
}

export const emptyBuffer: LineBuffer = Object.freeze({ before: '', after: '' })

/** One editing step. */
export type Edit = (buffer: LineBuffer) => LineBuffer

export function bufferOf(text: string): LineBuffer {
  return { before: text, after: '' }
}

export function textOfBuffer({ before, after }: LineBuffer): string {
  return before + after
}

export function insert(text: string): Edit {
  return ({ before, after }) => ({ before: before + text, after })
}

/** Cursor movements: by grapheme, by shell word, by line. */
export const move = {
  left: (buffer) => splitAt(buffer, buffer.before.length - lastCharacter(buffer.before).length),
  right: (buffer) => splitAt(buffer, buffer.before.length + firstCharacter(buffer.after).length),
  wordLeft: (buffer) => splitAt(buffer, wordStart(buffer.before)),
  wordRight: (buffer) => splitAt(buffer, buffer.before.length + wordEnd(buffer.after)),
  lineStart: (buffer) => splitAt(buffer, lineStart(buffer.before)),
  lineEnd: (buffer) => splitAt(buffer, buffer.before.length + lineEnd(buffer.after)),
} as const satisfies Record<string, Edit>

/** Deletions from the cursor to the target of the movement with the same name. */
export const erase = {
  left: ({ before, after }) => ({ before: before.slice(0, before.length - lastCharacter(before).length), after }),
  right: ({ before, after }) => ({ before, after: after.slice(firstCharacter(after).length) }),
  wordLeft: ({ before, after }) => ({ before: before.slice(0, wordStart(before)), after }),
  wordRight: ({ before, after }) => ({ before, after: after.slice(wordEnd(after)) }),
  lineStart: ({ before, after }) => ({ before: before.slice(0, lineStart(before)), after }),
  lineEnd: ({ before, after }) => ({ before, after: after.slice(lineEnd(after)) }),
} as const satisfies Record<string, Edit>

/** Moves one line up or down at about the same column; `undefined` on the first or last line. */
export function moveLine(buffer: LineBuffer, direction: 'up' | 'down'): LineBuffer | undefined {
  const text = textOfBuffer(buffer)
  const start = lineStart(buffer.before)
  const column = buffer.before.length - start
  const target = direction === 'up' ? start - 1 : buffer.before.length + lineEnd(buffer.after) + 1
  if (target < 0 || target > text.length) return undefined
  const from = direction === 'up' ? lineStart(text.slice(0, target)) : target
  const to = from + lineEnd(text.slice(from))
  return splitAt(buffer, wholeCharacters(text, from, Math.min(from + column, to)))
}

function splitAt(buffer: LineBuffer, position: number): LineBuffer {
  const text = textOfBuffer(buffer)
  return { before: text.slice(0, position), after: text.slice(position) }
}

/** Returns the nearest position at or before `position` that does not split a character. */
function wholeCharacters(text: string, from: number, position: number): number {
  let whole = from
  for (const character of graphemes(text.slice(from, position + 16))) {
    if (whole + character.length > position) break
    whole += character.length
  }
  return whole
}

// Looks only as far back as the longest character: a long paste must not be segmented on each key.
function lastCharacter(text: string): string {
  return graphemes(text.slice(-64)).at(-1) ?? ''
}

function firstCharacter(text: string): string {
  return graphemes(text.slice(0, 64)).at(0) ?? ''
}

function wordStart(before: string): number {
  return before.replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, '').length
}

function wordEnd(after: string): number {
  return /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(after)?.[0].length ?? 0
}

function lineStart(before: string): number {
  return before.lastIndexOf('\n') + 1
}

function lineEnd(after: string): number {
  const end = after.indexOf('\n')
  return end < 0 ? after.length : end
}
