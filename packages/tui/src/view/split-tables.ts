/** A part of a Markdown text. */
export interface MarkdownPart {
  readonly text: string
  /** How the columns of a table are aligned. Absent: it is not a table. */
  readonly alignments?: readonly Alignment[]
}

export type Alignment = 'left' | 'center' | 'right'

const fence = /^ {0,3}(`{3,}|~{3,})/

/** Cuts the tables out of a Markdown text. Those in lists and quotes stay where they are. */
export function splitTables(text: string): readonly MarkdownPart[] {
  const lines = text.split('\n')
  const parts: MarkdownPart[] = []
  let from = 0
  let open: string | undefined
  const take = (to: number) => {
    const isBlank = (line: string) => line.trim() === ''
    const part = lines.slice(from, to)
    const first = part.findIndex((line) => !isBlank(line))
    if (first !== -1)
      parts.push({ text: part.slice(first, part.findLastIndex((line) => !isBlank(line)) + 1).join('\n') })
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const [, marker] = fence.exec(line) ?? []
    if (marker !== undefined) open = open === undefined ? marker : line.trim().startsWith(open) ? undefined : open
    const alignments = open === undefined ? alignmentsOf(line, lines[index + 1] ?? '') : undefined
    if (!alignments) continue
    const end = lines.findIndex((row, number) => number > index + 1 && !row.includes('|'))
    take(index)
    from = end === -1 ? lines.length : end
    parts.push({ text: lines.slice(index, from).join('\n'), alignments })
    index = from - 1
  }
  take(lines.length)
  return parts
}

/** Those of a table that begins with these lines; `undefined` if none does. */
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
