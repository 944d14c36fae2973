import { textWidth } from './text-width.js'

/** Breaks the lines of a styled text between words, where the terminal would break them inside a word. */
export function wrapWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string {
  if (textWidth(line) <= columns) return line
  let width = 0
  let wrapped = ''
  for (const word of line.split(' ')) {
    const wordWidth = textWidth(word)
    const isFirst = wrapped === ''
    const fits = width + 1 + wordWidth <= columns
    wrapped += isFirst ? word : `${fits ? ' ' : '\n'}${word}`
    width = isFirst || !fits ? wordWidth : width + 1 + wordWidth
  }
  return wrapped
}
