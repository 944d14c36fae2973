import { graphemes, textWidth } from '../../render/text-width.js'

/** Text on rows of at most so many columns, broken between words where that is possible. Give it safe text. */
export function wrapText(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), Math.max(1, columns)))
}

function wrapLine(line: string, columns: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  for (const word of line.split(/(?<= )/)) {
    if (textWidth(row + word.trimEnd()) > columns && row !== '') {
      rows.push(row.trimEnd())
      row = ''
    }
    for (const character of textWidth(word) > columns ? graphemes(word) : [word]) {
      if (textWidth(row + character.trimEnd()) > columns && row !== '') {
        rows.push(row)
        row = ''
      }
      row += character
    }
  }
  return [...rows, row.trimEnd()]
}
