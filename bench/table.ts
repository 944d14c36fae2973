import type { ContenderReport, Report, Verdict } from './summarize.ts'

const header = ['benchmark', 'contender', 'wall ms', 'min', 'cpu ms', 'rss MB', 'x floor', 'more']
/** The columns whose values are numbers. */
const numeric = new Set([2, 3, 4, 5, 6])

/** Formats one line per contender. */
export function formatTable(reports: readonly Report[]): string {
  const rows = reports.flatMap((report) => report.contenders.map((contender) => toRow(report, contender)))
  return align(header, rows, numeric)
}

/** Formats one line per target, and how many are met. */
export function formatTargets(reports: readonly Report[]): string {
  const rows = reports.flatMap(({ id, contenders }) =>
    contenders.flatMap(({ name, targets }) =>
      targets.map((target) => ({ cells: [id, name, ...cells(target)], target })),
    ),
  )
  if (rows.length === 0) return 'No target belongs to what was measured.'
  const met = rows.filter(({ target }) => target.isMet).length
  const table = align(
    ['benchmark', 'contender', 'figure', 'measured', 'target', ''],
    rows.map((row) => row.cells),
    new Set([3]),
  )
  return `${table}\n\n${met} of ${rows.length} targets are met.`
}

function align(titles: readonly string[], rows: readonly (readonly string[])[], right: ReadonlySet<number>): string {
  const widths = titles.map((_, column) => Math.max(...[titles, ...rows].map((row) => row[column]?.length ?? 0)))
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return right.has(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [titles, widths.map((width) => '-'.repeat(width)), ...rows].map(toLine).join('\n')
}

function toRow({ id, floor }: Report, { name, median, minWallMs, ratio }: ContenderReport): readonly string[] {
  const { wallMs, cpuMs, rssMb, ...more } = median
  const extras = Object.entries(more).map(([figure, value]) => `${figure} ${digits(value)}`)
  const figures = [wallMs, minWallMs, cpuMs, rssMb].map((value) => (value === undefined ? '' : digits(value)))
  return [id, name, ...figures, name === floor ? 'floor' : ratio.toFixed(2), extras.join(', ')]
}

function cells({ figure, limit, against, measured, isMet }: Verdict): readonly string[] {
  const bound = against === undefined ? `${limit}` : `${Number(limit.toFixed(2))} x ${against}`
  const value = against === undefined ? digits(measured) : measured.toFixed(2)
  return [figure, value, `<= ${bound}`, isMet ? 'met' : 'NOT MET']
}

function digits(value: number): string {
  return value < 100 ? value.toFixed(value < 10 ? 2 : 1) : value.toFixed(0)
}
