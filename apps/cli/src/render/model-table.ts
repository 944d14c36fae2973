import { type CatalogModel, type ModelPrice, type ServerModel, toUsd } from '@hermes/transports/catalog'
import { oneLine } from './safe-text.js'

/** A model that can be chosen. A server of the user's own tells little more than its name. */
export type ModelRow = Partial<CatalogModel> & ServerModel & Pick<CatalogModel, 'provider'>

export interface ModelTableOptions {
  /** A number before each row, from 1 on. */
  readonly isNumbered?: boolean
}

/** Models for people, one a row under a head; `-` where something is not known. */
export function modelTable(rows: readonly ModelRow[], { isNumbered = false }: ModelTableOptions = {}): string {
  const hasManyProviders = new Set(rows.map(({ provider }) => provider)).size > 1
  const columns: readonly Column[] = [
    ...(isNumbered ? [{ head: '', cell: (_: ModelRow, index: number) => String(index + 1), isRight: true }] : []),
    ...(hasManyProviders ? [{ head: 'provider', cell: ({ provider }: ModelRow) => provider }] : []),
    ...facts,
  ]
  const lines = [
    columns.map(({ head }) => head),
    ...rows.map((row, index) => columns.map(({ cell }) => cell(row, index))),
  ]
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const toLine = (line: readonly string[]) =>
    line.map((text, column) =>
      columns[column]?.isRight ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
    )
  return lines.map((line) => `${toLine(line).join('  ').trimEnd()}\n`).join('')
}

/** `$3 in, $15 out` per million tokens. */
export function formatPrice({ input, output }: ModelPrice): string {
  return `$${usd(input)} in, $${usd(output)} out`
}

/** `128k`, `1M`, `1.05M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  return tokens < 999_500 ? `${Math.round(tokens / 1000)}k` : `${Number((tokens / 1_000_000).toFixed(2))}M`
}

interface Column {
  readonly head: string
  readonly isRight?: boolean
  cell(row: ModelRow, index: number): string
}

const facts: readonly Column[] = [
  { head: 'model', cell: ({ id }) => oneLine(id) },
  { head: 'context', isRight: true, cell: ({ contextWindow }) => known(contextWindow, formatTokens) },
  { head: 'output', isRight: true, cell: ({ maxOutputTokens }) => known(maxOutputTokens, formatTokens) },
  { head: '$ in', isRight: true, cell: ({ price }) => known(price?.input, usd) },
  { head: '$ out', isRight: true, cell: ({ price }) => known(price?.output, usd) },
  { head: '', cell: abilities },
]

function abilities({ toolCalls, reasoning, input }: ModelRow): string {
  const words = [toolCalls && 'tools', reasoning && 'reasoning', input?.includes('image') && 'vision']
  return words.filter(Boolean).join(' ')
}

function known(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '-' : format(value)
}

function usd(microUsd: number): string {
  return String(toUsd(microUsd))
}
