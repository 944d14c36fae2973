import type { ContextGroup, ContextUse } from '@hermes/conversations/commands'
import { bar } from './bar.js'
import { oneLine } from './safe-text.js'
import type { Style } from './style.js'
import { textWidth, truncate } from './text-width.js'

export interface ContextChartOptions {
  readonly style: Style
  readonly columns: number
  /** Every part. Default: the largest of each group. */
  readonly isWhole: boolean
}

const longestPlot = 64
const longestName = 28
const figureWidth = 9
const shownParts = 6

/** One mark for each group: the plot can be read without colours. */
const marks: Readonly<
  Record<ContextGroup['name'], { readonly mark: string; readonly paint: keyof Omit<Style, 'isEnabled'> }>
> = {
  'system prompt': { mark: '█', paint: 'cyan' },
  memory: { mark: '▓', paint: 'green' },
  tools: { mark: '▒', paint: 'yellow' },
  history: { mark: '■', paint: 'bold' },
}

/** Where the window goes: one row that is the window, and a table of what is in it. */
export function contextChart(use: ContextUse, options: ContextChartOptions): string {
  const { style } = options
  const groups = use.groups.filter(({ tokens }) => tokens > 0)
  const head = `${style.bold(`${figure(use.totalTokens)} of ${figure(use.contextWindow)} tokens`)} (${percent(use.totalTokens, use)}) · ${oneLine(use.model)}`
  const free = `${style.dim('·')} ${'free'.padEnd(longestName)} ${figure(use.freeTokens).padStart(figureWidth)} ${percent(use.freeTokens, use).padStart(7)}`
  return `${[
    head,
    plot(use, options),
    '',
    ...groups.flatMap((group) => toLines(group, use, options)),
    free,
    ...(use.compressedAt === undefined ? [] : ['', nearness(use.totalTokens, use.compressedAt)]),
    style.dim(`Counted with ${use.tokenizer}; other tokenizers differ by some percent.`),
  ].join('\n')}\n`
}

/** A column for each share of the window; `|` is where the conversation is compressed. */
function plot({ groups, contextWindow, compressedAt }: ContextUse, { style, columns }: ContextChartOptions): string {
  const width = Math.max(20, Math.min(longestPlot, columns - 2))
  const cells = Array.from({ length: width }, () => style.dim('·'))
  let from = 0
  for (const { name, tokens } of groups) {
    const { mark, paint } = marks[name]
    const to = from + (tokens / contextWindow) * width
    // What is there shows, however little it is.
    const last = tokens > 0 ? Math.max(Math.round(to), Math.round(from) + 1) : Math.round(to)
    cells.fill(style[paint](mark), Math.min(Math.round(from), width), Math.min(last, width))
    from = Math.max(to, last)
  }
  const line = compressedAt === undefined ? undefined : Math.round((compressedAt / contextWindow) * width)
  if (line !== undefined && line < width) cells[line] = style.red('|')
  return cells.join('')
}

function toLines(
  group: ContextGroup,
  use: ContextUse,
  { style, columns, isWhole }: ContextChartOptions,
): readonly string[] {
  const { mark, paint } = marks[group.name]
  const figures = (tokens: number) => `${figure(tokens).padStart(figureWidth)} ${percent(tokens, use).padStart(7)}`
  const title = `${style[paint](mark)} ${style.bold(group.name.padEnd(longestName))} ${figures(group.tokens)}`
  const shown = isWhole ? group.parts : group.parts.slice(0, shownParts)
  const rest = group.parts.slice(shown.length)
  const largest = Math.max(...group.parts.map(({ tokens }) => tokens), 1)
  const room = Math.max(4, Math.min(24, columns - longestName - figureWidth - 14))
  const lines = shown.map(({ name, tokens }) => {
    const label = truncate(oneLine(name), longestName - 2)
    const padded = label + ' '.repeat(longestName - 2 - textWidth(label))
    return `    ${padded} ${figures(tokens)} ${style.dim(bar((tokens / largest) * room))}`
  })
  if (rest.length > 0) {
    const tokens = rest.reduce((sum, part) => sum + part.tokens, 0)
    lines.push(style.dim(`    ${`${rest.length} more (/context all)`.padEnd(longestName - 2)} ${figures(tokens)}`))
  }
  return [title, ...lines]
}

function nearness(tokens: number, compressedAt: number): string {
  const left = compressedAt - tokens
  if (left <= 0) return `Compressed with your next message (at ${figure(compressedAt)} tokens).`
  return `Compressed at ${figure(compressedAt)} tokens (|): ${figure(left)} to go. /compress does it now.`
}

function percent(tokens: number, { contextWindow }: ContextUse): string {
  return `${((tokens / contextWindow) * 100).toFixed(1)} %`
}

function figure(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US')
}
