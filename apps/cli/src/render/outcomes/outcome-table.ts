import type { TableCell, TableColumn, TableOutcome } from '@hermes/conversations/commands'
import { bar } from '../text/bar.js'
import { formatAge, formatCount } from '../text/format.js'
import { formatUsd } from '../text/format-cost.js'
import { oneLine, safeText } from '../text/safe-text.js'
import { textWidth, truncate } from '../text/text-width.js'
import { createWordWrapper } from '../text/word-wrapper.js'
import type { OutcomeView } from './outcome-view.js'

const gap = '  '
const barColumns = 16
/** Minimum width of a text column. */
const leastWidth = 8

/** Renders rows in columns that fit the terminal: the last column wraps, and the widest of the others are truncated. */
export function outcomeTable(table: TableOutcome, view: OutcomeView): string {
  const { style } = view
  const shown = table.rows.map((row) => table.columns.map((column) => cellText(row[column.key], column, view)))
  const widths = fit(naturalWidths(table, shown), view.columns)
  const lines = shown.flatMap((cells) => rowLines(cells, table.columns, widths))
  const head = hasHead(table) ? [style.bold(rowLines(labelsOf(table), table.columns, widths).join('\n'))] : []
  const title = table.title === undefined ? [] : [style.bold(safeText(table.title))]
  return [...title, ...head, ...lines].map((line) => `${line}\n`).join('')
}

/** A table of names and values needs no header. */
function hasHead({ columns }: TableOutcome): boolean {
  const [first, second] = columns
  return !(columns.length === 2 && first?.key === 'name' && second?.key === 'value')
}

function labelsOf({ columns }: TableOutcome): readonly string[] {
  return columns.map(({ label }) => label)
}

function cellText(cell: TableCell, { format }: TableColumn, { nowMs, style: { t } }: OutcomeView): string {
  if (cell === undefined) return format === 'micro-usd' ? t`unknown` : ''
  if (typeof cell === 'boolean') return cell ? t`yes` : t`no`
  if (typeof cell === 'string') return oneLine(cell)
  switch (format) {
    case 'time':
      return formatAge(cell, nowMs, t)
    case 'count':
      return formatCount(cell)
    case 'share':
      return `${`${(cell * 100).toFixed(1)} %`.padStart(7)} ${cell > 0 ? bar(cell * barColumns) : ''}`.trimEnd()
    case 'micro-usd':
      return formatUsd(cell, t)
    default:
      return String(cell)
  }
}

function naturalWidths(table: TableOutcome, rows: readonly (readonly string[])[]): readonly number[] {
  const all = hasHead(table) ? [labelsOf(table), ...rows] : rows
  return table.columns.map((_, index) => Math.max(0, ...all.map((cells) => textWidth(cells[index] ?? ''))))
}

/** Shrinks the widest columns first until all fit. */
function fit(natural: readonly number[], columns: number): readonly number[] {
  const room = columns - 1 - gap.length * (natural.length - 1)
  const widthsUpTo = (most: number) => natural.map((width) => Math.min(width, Math.max(most, leastWidth)))
  const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)
  let most = Math.max(0, ...natural)
  while (most > leastWidth && total(widthsUpTo(most)) > room) most -= 1
  return widthsUpTo(most)
}

function rowLines(
  cells: readonly string[],
  columns: readonly TableColumn[],
  widths: readonly number[],
): readonly string[] {
  const last = columns.length - 1
  const before = cells.slice(0, last).map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]))
  const start = before.map((cell) => cell + gap).join('')
  const width = widths[last] ?? 0
  const [first = '', ...rest] = wrapped(cells[last] ?? '', width)
  const indent = ' '.repeat(textWidth(start))
  return [start + pad(first, width, columns[last]), ...rest.map((line) => indent + line)].map((line) => line.trimEnd())
}

function pad(text: string, width: number, column: TableColumn | undefined): string {
  const cut = truncate(text, width)
  const space = ' '.repeat(Math.max(0, width - textWidth(cut)))
  return column?.align === 'right' ? space + cut : cut + space
}

function wrapped(text: string, width: number): readonly string[] {
  if (textWidth(text) <= width) return [text]
  const wrapper = createWordWrapper(() => Math.max(leastWidth, width))
  const lines = wrapper.begin('', 0) + wrapper.push([{ text, paint: (part) => part }]) + wrapper.end()
  return lines.trimEnd().split('\n')
}
