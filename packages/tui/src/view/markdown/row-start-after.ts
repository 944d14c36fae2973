/** A span of code, a mark of bold text, the beginning of a name with underscores, or a character. */
const pieces = /`[^`\n]+`|\*\*|[\p{L}\p{N}]_+(?=[\p{L}\p{N}])|./gsu

/** Signs that may belong together with a later one. */
const openers = new Set('`*_~[]<>&\\$|\n')

/** A complete word that is nothing but text, so that no later text makes it shorter. */
const firstWord = /^(?:\p{L}[\p{L}\p{N}]*[,.;:]?\s|\p{Script=Han}{2})/u

/**
 * Where the row of a Markdown paragraph begins that follows so many visible characters, blanks aside. `undefined`: what is before it may change
 * with a later text.
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

/** How many characters are no blanks. */
export function countVisible(text: string): number {
  return text.replaceAll(/\s+/gu, '').length
}
