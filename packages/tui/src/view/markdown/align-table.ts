import { sliceByColumn, stripTerminalSequences, visibleWidth } from '@earendil-works/pi-tui'
import type { Alignment } from './split-tables.js'

/** Width of the space between two cells of a row, and before the first. */
const border = { first: 2, between: 3 } as const

/**
 * Aligns the cells of a table that was drawn left-aligned, and removes unneeded rules. A table that was not drawn for
 * lack of space is unchanged.
 */
export function alignTable(rows: readonly string[], alignments: readonly Alignment[]): readonly string[] {
  const [top = ''] = rows
  const drawn = sliceByColumn(top, 0, visibleWidth(top)).match(/─+/g)
  if (!top.includes('┌') || !drawn) return rows
  let start: number = border.first
  const cells = drawn.map((line, index) => {
    // A border is drawn one column beyond its cell, on both sides.
    const width = line.length - 2
    const cell = { start, width, alignment: alignments[index] ?? 'left' }
    start += width + border.between
    return cell
  })
  return withoutRules(rows).map((row) => (row.includes('│') ? alignRow(row, cells) : row))
}

/**
 * Removes rules. They separate the rows of a table with wrapped rows. If no row is wrapped, the rule below the head is
 * enough.
 */
function withoutRules(rows: readonly string[]): readonly string[] {
  const isRule = (row: string) => row.startsWith('├')
  const first = rows.findIndex(isRule)
  const body = rows.slice(first + 1)
  const isWrapped = body.filter((row) => row.startsWith('│')).length > body.filter(isRule).length + 1
  return isWrapped ? rows : rows.filter((row, index) => index <= first || !isRule(row))
}

interface Cell {
  readonly start: number
  readonly width: number
  readonly alignment: Alignment
}

function alignRow(row: string, cells: readonly Cell[]): string {
  // The slice up to a column is a prefix of the row itself.
  const indexOf = (column: number) => sliceByColumn(row, 0, column).length
  let at = 0
  const parts = cells.map(({ start, width, alignment }) => {
    const [from, to] = [indexOf(start), indexOf(start + width)]
    const before = row.slice(at, from)
    at = to
    return `${before}${alignCell(row.slice(from, to), alignment)}`
  })
  return `${parts.join('')}${row.slice(at)}`
}

/** Aligns a cell, whose trailing spaces are inside or after its style. */
function alignCell(cell: string, alignment: Alignment): string {
  const all = visibleWidth(cell)
  const blanks = all - visibleWidth(stripTerminalSequences(cell).trimEnd())
  const text = sliceByColumn(cell, 0, all - blanks)
  const style = cell.slice(text.length).replaceAll(' ', '')
  const left = { left: 0, center: Math.floor(blanks / 2), right: blanks }[alignment]
  return `${' '.repeat(left)}${text}${style}${' '.repeat(blanks - left)}`
}
