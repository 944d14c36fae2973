import { fileError } from '../file-error.js'
import { numberedLines } from './numbered-lines.js'

const mostShown = 40

/** Creates the error for lines that match without their indentation when that of the new lines cannot be determined. */
export function unclearIndentation(what: string, lines: readonly string[], first: number, count: number): Error {
  const shown = numberedLines(lines, first, Math.min(count, mostShown))
  const more = count > mostShown ? `\n[${count - mostShown} more lines]` : ''
  return fileError(
    'no-match',
    `${what} has another indentation than the file, so that of the new lines cannot be told, and nothing was changed. Write old and new lines as they are indented in the file:\n${shown}${more}`,
  )
}
