import { costOf } from '@hermes/core'
import { bar } from '../render/bar.js'
import { formatCount, plural } from '../render/format.js'
import { formatCost, formatTokensUsed, formatUsd } from '../render/format-cost.js'
import { oneLine } from '../render/safe-text.js'
import type { Style } from '../render/style.js'
import { textWidth, truncate } from '../render/text-width.js'
import { type Activity, type Insights, tokensOf } from './insights.js'

export interface RenderInsightsOptions {
  readonly style: Style
  /** The width that there is. Default: no limit. */
  readonly width?: number
}

const longestBar = 32
const longestName = 32
const mostTools = 15

/** A table with a bar for each row, by day, by model and by tool, under what it all makes together. */
export function renderInsights(insights: Insights, options: RenderInsightsOptions): string {
  const { total, days, models, tools } = insights
  const byActivity = [...activityHeads, 'tokens']
  const sections = [
    { title: 'By day', heads: byActivity, rows: days.map((day) => activityRow(day.day, day)) },
    { title: 'By model', heads: byActivity, rows: models.map((model) => activityRow(model.model, model)) },
    { title: toolTitle(tools.length), heads: ['sessions', 'calls'], rows: tools.slice(0, mostTools).map(toolRow) },
  ]
  const tables = sections.filter(({ rows }) => rows.length > 0).map((section) => renderSection(section, options))
  return [summary(total, options.style), ...tables].join('\n')
}

interface Row {
  readonly name: string
  readonly figures: readonly string[]
  /** What the bar shows. */
  readonly size: number
}

interface Section {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
}

const activityHeads = ['sessions', 'messages', 'calls', 'cost'] as const

function activityRow(name: string, { conversations, messages, apiCalls, usage }: Activity): Row {
  const cost = costOf(usage)
  const price =
    !cost || cost.status === 'unknown' ? '-' : `${cost.status === 'partial' ? '≥' : ''}${formatUsd(cost.microUsd)}`
  const size = tokensOf(usage)
  const figures = [
    String(conversations),
    formatCount(messages),
    formatCount(apiCalls),
    shortCost(price),
    formatCount(size),
  ]
  return { name: oneLine(name), figures, size }
}

/** In a column there is no room for a sentence. */
function shortCost(price: string): string {
  return price.replace('less than ', '<')
}

function toolRow({ tool, calls, conversations }: Insights['tools'][number]): Row {
  return { name: oneLine(tool), figures: [String(conversations), formatCount(calls)], size: calls }
}

function toolTitle(count: number): string {
  return count > mostTools ? `By tool (${mostTools} of ${count})` : 'By tool'
}

function summary({ conversations, messages, apiCalls, toolCalls, usage }: Activity, style: Style): string {
  const amounts = [
    plural(conversations, 'session'),
    plural(messages, 'message'),
    plural(apiCalls, 'model call'),
    plural(toolCalls, 'tool call'),
  ]
  const used = apiCalls === 0 ? '' : `${formatTokensUsed(usage)} · ${formatCost(costOf(usage))}\n`
  return `${style.bold(amounts.join(' · '))}\n${used}`
}

function renderSection({ title, heads, rows }: Section, options: RenderInsightsOptions): string {
  const { style, width = Number.POSITIVE_INFINITY } = options
  const nameWidth = Math.min(longestName, Math.max(title.length, ...rows.map(({ name }) => textWidth(name))))
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map(({ figures }) => textWidth(figures[column] ?? ''))),
  )
  const taken = nameWidth + widths.reduce((sum, figureWidth) => sum + figureWidth + 2, 0) + 2
  const room = Math.min(longestBar, width - taken)
  const largest = Math.max(1, ...rows.map(({ size }) => size))
  const toLine = ({ name, figures, size }: Row) => {
    const label = truncate(name, nameWidth)
    const cells = figures.map((figure, column) => figure.padStart(widths[column] ?? 0))
    const drawn = room < 4 || size === 0 ? '' : style.cyan(bar((size / largest) * room))
    return [label + ' '.repeat(nameWidth - textWidth(label)), ...cells, drawn].join('  ').trimEnd()
  }
  const head = [title.padEnd(nameWidth), ...heads.map((name, column) => name.padStart(widths[column] ?? 0))].join('  ')
  return `${[style.bold(head), ...rows.map(toLine)].join('\n')}\n`
}
