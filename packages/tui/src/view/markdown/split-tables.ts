import { fencedLines } from './fenced-lines.js'

/** A part of a Markdown text. */
export interface MarkdownPart {
  readonly text: string
  /** The alignment of a table's columns. Absent: the part is not a table. */
  readonly alignments?: readonly Alignment[]
}

export type Alignment = 'left' | 'center' | 'right'

/** Splits the tables off a Markdown text. Tables in lists and quotes stay in place. */
export function splitTables(text: string): readonly MarkdownPart[] {
  const lines = fencedLines(text)
  const parts: MarkdownPart[] = []
  let from = 0
  const take = (to: number) => {
    const part = lines.slice(from, to).map((line) => line.text)
    const [first, last] = [part.findIndex(isFilled), part.findLastIndex(isFilled)]
    if (first !== -1) parts.push({ text: part.slice(first, last + 1).join('\n') })
  }
  for (let index = 0; index < lines.length; index += 1) {
    const [line, below] = [lines[index], lines[index + 1]]
    const alignments = line && !line.isFenced ? alignmentsOf(line.text, below?.text ?? '') : undefined
    if (!alignments) continue
    take(index)
    from = index + 2
    while (lines[from]?.text.includes('|')) from += 1
    const table = lines.slice(index, from).map((row) => row.text)
    parts.push({ text: table.join('\n'), alignments })
    index = from - 1
  }
  take(lines.length)
  return parts
}

function isFilled(line: string): boolean {
  return line.trim() !== ''
}

/** Returns the alignments of a table that starts with these lines, or `undefined` if none does. */
function alignmentsOf(head: string, below: string): readonly Alignment[] | undefined {
  if (!/^ {0,3}[^\s>]/.test(head) || !head.includes('|') || !below.includes('-')) return undefined
  const cells = below.trim().replace(/^\|/, '').replace(/\|$/, '').split('|')
  const marks = cells.map((cell) => cell.trim())
  if (!marks.every((mark) => /^:?-+:?$/.test(mark))) return undefined
  return marks.map((mark): Alignment => {
    if (!mark.endsWith(':')) return 'left'
    return mark.startsWith(':') ? 'center' : 'right'
  })
}
