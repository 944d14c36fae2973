import type { Span } from '../text/span.js'
import { centered, padded, paddedLeft, textWidth } from '../text/text-width.js'
import { createWordWrapper } from '../text/word-wrapper.js'
import { type InlineLook, parseInline } from './inline-markdown.js'

/** Minimum width of a column that wraps, in columns of the terminal. */
const narrowest = 6

/**
 * Renders the lines of a Markdown table with aligned columns, and wraps cells that do not fit. Returns the lines unchanged if they are not a
 * table, or the terminal is too narrow for the number of columns.
 */
export function renderTable(lines: readonly string[], look: InlineLook, columns: number): string {
  const { style } = look
  const raw = lines.map((line) => `${line}\n`).join('')
  const [head, separator, ...body] = lines.map(cells)
  if (!head || !separator?.every((cell) => /^:?-+:?$/.test(cell))) return raw
  const aligned = separator.map((cell) =>
    cell.endsWith(':') ? (cell.startsWith(':') ? centered : paddedLeft) : padded,
  )
  const bold = (text: string) => style.bold(text)
  const rows = [
    head.map((cell) => parseInline(cell, look, bold).spans),
    ...body.map((row) => row.map((cell) => parseInline(cell, look, style.assistant).spans)),
  ]
  const natural = head.map((_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? []))))
  const widths = fitWidths(natural, columns - 3 * (natural.length - 1))
  if (!widths) return raw
  const bar = style.border(' │ ')
  const toLines = (row: readonly (readonly Span[])[]) => {
    const wrapped = widths.map((width, index) => wrap(row[index] ?? [], width))
    const height = Math.max(1, ...wrapped.map((part) => part.length))
    return Array.from({ length: height }, (_, line) =>
      widths.map((width, index) => (aligned[index] ?? padded)(wrapped[index]?.[line] ?? '', width)).join(bar),
    )
  }
  const rule = style.border(widths.map((width) => '─'.repeat(width)).join('─┼─'))
  const [first = [], ...others] = rows
  return `${[...toLines(first), rule, ...others.flatMap(toLines)].map((line) => line.trimEnd()).join('\n')}\n`
}

/** Shrinks the widest columns until all fit; `undefined` if they cannot. */
function fitWidths(natural: readonly number[], room: number): readonly number[] | undefined {
  const widths = [...natural]
  let excess = widths.reduce((sum, width) => sum + width, 0) - room
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) return undefined
    const second = Math.max(narrowest, ...widths.filter((width) => width < widest))
    const those = widths.filter((width) => width === widest).length
    const step = Math.max(1, Math.min(widest - second, Math.ceil(excess / those)))
    for (const [index, width] of widths.entries()) if (width === widest) widths[index] = width - step
    excess -= step * those
  }
  return widths
}

function wrap(spans: readonly Span[], width: number): readonly string[] {
  if (widthOf(spans) <= width) return [spans.map(({ text, paint }) => paint(text)).join('')]
  const wrapper = createWordWrapper(() => width)
  const short = spans.flatMap((span) => breakWords(span, width))
  return `${wrapper.begin('', 0)}${wrapper.push(short)}${wrapper.end()}`.trimEnd().split('\n')
}

/** Breaks words that are wider than their column. */
function breakWords(span: Span, width: number): readonly Span[] {
  const text = span.text.replace(new RegExp(`[!-~]{${width}}(?=[!-~])`, 'g'), '$& ')
  return [{ ...span, text }]
}

function widthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + textWidth(text), 0)
}

function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
