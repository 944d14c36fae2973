import { parseObject } from './terminal-result.js'

/** One page of output from `read_file`. */
export interface FilePage {
  /** Lines without their numbers. */
  readonly lines: readonly string[]
  /** Number of the last line; 0 for an empty page. */
  readonly lastLine: number
  /** Rest of the tool's output: a continuation hint, or the reason for an empty page. */
  readonly note: string
  /** Line count of the file, if the tool reports it. */
  readonly totalLines?: number
  readonly hasMore: boolean
}

/** Parses `N|line` lines and the note after them, such as `[lines 1-50 of 120; ...]`, or `{ "content", "total_lines" }`. */
export function parseFilePage(text: string): FilePage {
  const report = parseObject(text)
  const content = typeof report?.content === 'string' ? report.content : text
  const rows = content.split('\n')
  const numbered = rows.map((row) => /^\s*(\d+)\|(.*)$/s.exec(row))
  const end = numbered.findLastIndex((row) => row !== null) + 1
  const note = rows.slice(end).join('\n').trim()
  const total = report?.total_lines ?? /\[lines \d+-\d+ of (\d+)/.exec(note)?.[1]
  const lines = numbered.slice(0, end).map((row, index) => row?.[2] ?? rows[index] ?? '')
  return {
    lines,
    lastLine: Number(numbered[end - 1]?.[1] ?? 0),
    note,
    ...(total !== undefined && { totalLines: Number(total) }),
    hasMore: end > 0 && /\b(more|remaining|truncated|continue|offset)\b/i.test(note),
  }
}
