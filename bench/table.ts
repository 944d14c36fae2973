import type { ContenderReport, Report, Verdict } from './summarize.ts'

const header = ['benchmark', 'contender', 'wall ms', 'min', 'cpu ms', 'rss MB', 'x floor', 'more', 'target']
/** From this column on, values are numbers. */
const numeric = new Set([2, 3, 4, 5, 6])

/** One line per contender, and one per additional target. */
export function formatTable(reports: readonly Report[]): string {
  const rows = reports.flatMap((report) => report.contenders.flatMap((contender) => toRows(report, contender)))
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)))
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [header, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('\n')
}

function toRows({ id, floor }: Report, { name, median, minWallMs, ratio, targets }: ContenderReport): string[][] {
  const { wallMs, cpuMs, rssMb, ...more } = median
  const extras = Object.entries(more).map(([figure, value]) => `${figure} ${digits(value)}`)
  const figures = [wallMs, minWallMs, cpuMs, rssMb].map((value) => (value === undefined ? '' : digits(value)))
  const own = [id, name, ...figures, name === floor ? 'floor' : ratio.toFixed(2), extras.join(', ')]
  const blank = own.map(() => '')
  const [first, ...others] = targets.map(describe)
  return [[...own, first ?? ''], ...others.map((target) => [...blank, target])]
}

function describe({ figure, limit, against, measured, isMet }: Verdict): string {
  const bound = against === undefined ? `${limit}` : `${limit} x ${against}`
  const value = against === undefined ? digits(measured) : measured.toFixed(2)
  return `${figure} <= ${bound}: ${value} ${isMet ? 'met' : 'NOT MET'}`
}

function digits(value: number): string {
  return value < 100 ? value.toFixed(value < 10 ? 2 : 1) : value.toFixed(0)
}
