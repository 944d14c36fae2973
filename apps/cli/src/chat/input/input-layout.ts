import { safeText } from '../../render/text/safe-text.js'
import { graphemes, textWidth } from '../../render/text/text-width.js'
import { wrapWords } from '../../render/text/wrap-words.js'
import { type LineBuffer, textOfBuffer } from './line-buffer.js'

/** Screen rows of a text that is being edited. */
export interface InputLayout {
  readonly rows: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

export interface LayoutOptions {
  /** Shown before the text. Rows below are indented by its width, unless it takes more than half the columns. */
  readonly prompt: string
  readonly columns: number
  /** Maximum number of rows. Of a taller text, only the rows around the cursor are shown. */
  readonly maxRows: number
}

/** Breaks a text into rows that the terminal does not wrap, and locates the cursor. */
export function layOutInput(buffer: LineBuffer, { prompt, columns, maxRows }: LayoutOptions): InputLayout {
  const rows = wrapWords(prompt, columns - 1).split('\n')
  let width = textWidth(rows.at(-1) ?? '')
  const indent = rows.length === 1 && width <= columns / 2 ? width : 0
  let position = 0
  let cursor = { row: rows.length - 1, column: width }
  const nextRow = () => {
    rows.push(' '.repeat(indent))
    width = indent
  }
  const append = (character: string) => {
    const shown = character === '\t' ? '  ' : safeText(character)
    // The last column stays free, because terminals disagree about the cursor position after writing to it.
    if (width + textWidth(shown) > columns - 1 && width > indent) nextRow()
    if (position === buffer.before.length) cursor = { row: rows.length - 1, column: width }
    rows[rows.length - 1] += shown
    width += textWidth(shown)
  }
  for (const character of graphemes(textOfBuffer(buffer))) {
    if (character === '\n') {
      if (position === buffer.before.length) cursor = { row: rows.length - 1, column: width }
      nextRow()
    } else {
      append(character)
    }
    position += character.length
  }
  if (position === buffer.before.length) cursor = { row: rows.length - 1, column: width }
  const first = Math.max(0, Math.min(cursor.row - Math.floor(maxRows / 2), rows.length - maxRows))
  return { rows: rows.slice(first, first + maxRows), cursor: { ...cursor, row: cursor.row - first } }
}
