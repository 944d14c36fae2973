/** A code span, a bold mark, the start of a name with underscores, or a character. */
const pieces = /`[^`\n]+`|\*\*|[\p{L}\p{N}]_+(?=[\p{L}\p{N}])|./gsu

/** Signs that may belong together with a later one. */
const openers = new Set('`*_~[]<>&\\$|\n')

/** A complete word of plain text, so that no later text makes it shorter. */
const firstWord = /^(?:\p{L}[\p{L}\p{N}]*[,.;:]?\s|\p{Script=Han}{2})/u

/**
 * Returns where the row of a Markdown paragraph starts that follows this number of visible characters, not counting
 * spaces. `undefined` if a later text may change what is before it.
 */
export function rowStartAfter(paragraph: string, visible: number): number | undefined {
  let seen = 0
  for (const { 0: piece, index } of paragraph.matchAll(pieces)) {
    if (seen === visible && piece.trim() !== '') return firstWord.test(paragraph.slice(index)) ? index : undefined
    if (piece === '**') continue
    if (openers.has(piece)) return undefined
    seen += countVisible(piece.length > 1 && piece.startsWith('`') ? piece.slice(1, -1) : piece)
    if (seen > visible) return undefined
  }
  return undefined
}

/** Counts the characters that are not spaces. */
export function countVisible(text: string): number {
  return text.replaceAll(/\s+/gu, '').length
}
