import { exactText } from './safe-text.js'
import { graphemes, textWidth } from './text-width.js'

/** Marks before each line of the text, and before each continuation row of a long line. */
export const rowMarks = { line: '│ ', continued: '┆ ' } as const

/**
 * Returns the whole text in rows of visible characters, none wider than the terminal and each with a mark, so that no part of it can look
 * like something outside.
 */
export function exactRows(text: string, columns: number): readonly string[] {
  const width = Math.max(8, columns - rowMarks.line.length)
  return exactText(text)
    .split('\n')
    .flatMap((line) => cutAt(line, width).map((row, index) => (index === 0 ? rowMarks.line : rowMarks.continued) + row))
}

function cutAt(line: string, width: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  for (const grapheme of graphemes(line)) {
    const needed = textWidth(grapheme)
    if (used + needed > width) {
      rows.push(row)
      row = ''
      used = 0
    }
    row += grapheme
    used += needed
  }
  return [...rows, row]
}
