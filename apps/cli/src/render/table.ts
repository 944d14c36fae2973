import { parseInline } from './inline-markdown.js'
import type { Style } from './style.js'
import { textWidth } from './text-width.js'

/** Renders the lines of a Markdown table with aligned columns; returns them unchanged if they are not a table or do not fit. */
export function renderTable(lines: readonly string[], style: Style, columns: number): string {
  const raw = lines.map((line) => `${line}\n`).join('')
  const [head, separator, ...body] = lines.map(cells)
  if (!head || !separator?.every((cell) => /^:?-+:?$/.test(cell))) return raw
  const rows = [
    head.map((cell) => paintCell(style.bold(cell), style)),
    ...body.map((row) => row.map((cell) => paintCell(cell, style))),
  ]
  const widths = head.map((_, index) => Math.max(...rows.map((row) => textWidth(row[index] ?? ''))))
  const total = widths.reduce((sum, width) => sum + width + 3, -3)
  if (total > columns) return raw
  const toLine = (row: readonly string[]) =>
    widths.map((width, index) => pad(row[index] ?? '', width)).join(style.dim(' │ '))
  const rule = style.dim(widths.map((width) => '─'.repeat(width)).join('─┼─'))
  const [first = [], ...others] = rows
  return `${[toLine(first), rule, ...others.map(toLine)].map((line) => line.trimEnd()).join('\n')}\n`
}

function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function paintCell(cell: string, style: Style): string {
  const { spans } = parseInline(cell, style, (text) => text)
  return spans.map(({ text, paint }) => paint(text)).join('')
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}
