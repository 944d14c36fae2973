import { english, type Translate } from '@hermes/safety/language'
import { type CatalogModel, type ModelPrice, type ServerModel, toUsd } from '@hermes/transports/catalog'
import { oneLine } from '../text/safe-text.js'
import { textWidth, truncate } from '../text/text-width.js'

/** A model to choose from. The user's own server may report little more than its name. */
export type ModelRow = Partial<CatalogModel> & ServerModel & Pick<CatalogModel, 'provider'>

export interface ModelTableOptions {
  /** Whether to number the rows, starting at 1. */
  readonly isNumbered?: boolean
  /** Available width, in columns. The least important columns are dropped first. Default: no limit. */
  readonly width?: number
  /** Language of the user. Default: English. */
  readonly t?: Translate
}

/** Renders a table of models with a header, and `-` for unknown values. */
export function modelTable(rows: readonly ModelRow[], options: ModelTableOptions = {}): string {
  const { isNumbered = false, width = Number.POSITIVE_INFINITY, t = english } = options
  const hasManyProviders = new Set(rows.map(({ provider }) => provider)).size > 1
  const all: readonly Column[] = [
    ...(isNumbered
      ? [{ head: '', rank: 0, cell: (_: ModelRow, index: number) => String(index + 1), isRight: true }]
      : []),
    ...(hasManyProviders ? [{ head: t`provider`, rank: 1, cell: ({ provider }: ModelRow) => oneLine(provider) }] : []),
    ...facts.map((column) => ({ ...column, head: t.of(column.head) })),
    { head: '', rank: 6, cell: (row: ModelRow) => abilities(row, t) },
  ]
  const filled = all.map((column) => fill(column, rows))
  const columns = fitting(filled, width)
  const lines = ['head', ...rows].map((_, line) => columns.map(({ cells }) => cells[line]).join(gap))
  return lines.map((line) => `${truncate(line, width).trimEnd()}\n`).join('')
}

const gap = '  '

interface FilledColumn {
  readonly rank: number
  readonly width: number
  /** Header and cells, padded to the same width. */
  readonly cells: readonly string[]
}

function fill({ head, rank, isRight = false, cell }: Column, rows: readonly ModelRow[]): FilledColumn {
  const texts = [head, ...rows.map(cell)]
  const widths = texts.map(textWidth)
  const width = widths.reduce((widest, each) => Math.max(widest, each), 0)
  const cells = texts.map((text, index) => {
    const space = ' '.repeat(width - (widths[index] ?? 0))
    return isRight ? space + text : text + space
  })
  return { rank, width, cells }
}

/** Returns as many columns as fit. */
function fitting(columns: readonly FilledColumn[], width: number): readonly FilledColumn[] {
  const needed = columns.reduce((sum, column) => sum + column.width + gap.length, -gap.length)
  const last = columns.toSorted((left, right) => right.rank - left.rank)[0]
  if (needed <= width || !last || last.rank <= 1) return columns
  return fitting(
    columns.filter((column) => column !== last),
    width,
  )
}

/** Formats a price per million tokens: `$3 in, $15 out`. */
export function formatPrice({ input, output }: ModelPrice): string {
  return `$${usd(input)} in, $${usd(output)} out`
}

/** Formats a number of tokens: `128k`, `1M`, `1.05M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  return tokens < 999_500 ? `${Math.round(tokens / 1000)}k` : `${Number((tokens / 1_000_000).toFixed(2))}M`
}

interface Column {
  readonly head: string
  /** Columns with the highest rank are dropped first; 0 and 1 are kept. */
  readonly rank: number
  readonly isRight?: boolean
  cell(row: ModelRow, index: number): string
}

const facts: readonly Column[] = [
  { head: english`model`, rank: 0, cell: ({ id }) => oneLine(id) },
  { head: english`context`, rank: 2, isRight: true, cell: ({ contextWindow }) => known(contextWindow, formatTokens) },
  {
    head: english`output`,
    rank: 5,
    isRight: true,
    cell: ({ maxOutputTokens }) => known(maxOutputTokens, formatTokens),
  },
  { head: english`$ in`, rank: 3, isRight: true, cell: ({ price }) => known(price?.input, usd) },
  { head: english`$ out`, rank: 4, isRight: true, cell: ({ price }) => known(price?.output, usd) },
]

function abilities({ toolCalls, reasoning, input }: ModelRow, t: Translate): string {
  const words = [toolCalls && t`tools`, reasoning && t`reasoning`, input?.includes('image') && t`vision`]
  return words.filter(Boolean).join(' ')
}

function known(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '-' : format(value)
}

function usd(microUsd: number): string {
  return String(toUsd(microUsd))
}
