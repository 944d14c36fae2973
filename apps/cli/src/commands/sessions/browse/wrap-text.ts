import { graphemes, textWidth } from '../../../render/text/text-width.js'

/** Wraps text into rows of at most the given number of columns, between words if possible. Expects safe text. */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), Math.max(1, columns)))
}

function wrapLine(line: string, columns: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  let width = 0
  const add = (piece: string, itsWidth: number) => {
    if (width + textWidth(piece.trimEnd()) > columns && row !== '') {
      rows.push(row.trimEnd())
      row = ''
      width = 0
    }
    row += piece
    width += itsWidth
  }
  for (const word of line.split(/(?<= )/)) {
    const wordWidth = textWidth(word)
    if (wordWidth <= columns) add(word, wordWidth)
    else for (const character of graphemes(word)) add(character, textWidth(character))
  }
  return [...rows, row.trimEnd()]
}
