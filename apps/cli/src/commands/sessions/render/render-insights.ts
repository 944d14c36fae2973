import { type Activity, daysBetween, type Insights, type NamedActivity, tokensOf } from '@hermes/conversations/stored'
import { costOf, type Usage } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import type { Translate } from '@hermes/safety/language'
import { formatCount } from '../../../render/text/format.js'
import { formatCost, formatTokensUsed, formatUsd } from '../../../render/text/format-cost.js'
import { oneLine } from '../../../render/text/safe-text.js'
import type { Style } from '../../../render/text/style.js'
import { padded, paddedLeft, textWidth, truncate } from '../../../render/text/text-width.js'
import type { ChartMarks } from './chart-marks.js'

export interface RenderInsightsOptions {
  readonly style: Style
  readonly marks: ChartMarks
  /** Available width, in columns. Default: no limit. */
  readonly width?: number
}

const longestBar = 32
const longestName = 32
const mostTools = 15
const mostDays = 31

/** Renders the totals, then tables with bars by day, model, task, surface and tool. */
export function renderInsights(insights: Insights, options: RenderInsightsOptions): string {
  const { total, days, models, tasks, surfaces, tools } = insights
  const { t } = options.style
  const shownDays = days.slice(-mostDays)
  const sections: readonly Section[] = [
    { title: titleOf(t`By day`, shownDays, days, t), heads: activityHeads(t), rows: shownDays.map(activityRow) },
    { title: t`By model`, heads: usageHeads(t), rows: models.map((model) => usageRow(model, t)) },
    { title: t`By task`, heads: usageHeads(t), rows: tasks.length > 1 ? tasks.map((task) => usageRow(task, t)) : [] },
    { title: t`By surface`, heads: activityHeads(t), rows: surfaces.length > 1 ? surfaces.map(activityRow) : [] },
    {
      title: titleOf(t`By tool`, tools.slice(0, mostTools), tools, t),
      heads: toolHeads(t),
      rows: tools.slice(0, mostTools).map(toolRow),
    },
  ]
  const tables = sections.filter(({ rows }) => rows.length > 0).map((section) => renderSection(section, options))
  return options.marks.plain([summary(total, options.style) + trend(days, options), ...tables].join('\n'))
}

interface Row {
  readonly name: string
  readonly figures: readonly string[]
  /** Value shown as the bar. */
  readonly size: number
}

interface Section {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
}

const usageHeads = (t: Translate) => [t`sessions`, t`calls`, t`cost`, t`tokens`]
const activityHeads = (t: Translate) => [t`sessions`, t`messages`, t`calls`, t`cost`, t`tokens`]
const toolHeads = (t: Translate) => [t`sessions`, t`calls`]

function usageRow({ name, conversations, apiCalls, usage }: NamedActivity, t: Translate): Row {
  const size = tokensOf(usage)
  const figures = [String(conversations), formatCount(apiCalls), shortCost(usage), formatCount(size)]
  return { name: name === turnTask ? t`conversation` : oneLine(name).replaceAll('_', ' '), figures, size }
}

function activityRow({ name, conversations, messages, apiCalls, usage }: NamedActivity): Row {
  const size = tokensOf(usage)
  const counts = [String(conversations), formatCount(messages), formatCount(apiCalls)]
  return { name: oneLine(name), figures: [...counts, shortCost(usage), formatCount(size)], size }
}

function toolRow({ tool, calls, conversations }: Insights['tools'][number]): Row {
  return { name: oneLine(tool), figures: [String(conversations), formatCount(calls)], size: calls }
}

/** Formats a cost short enough for a column. */
function shortCost(usage: Usage): string {
  const cost = costOf(usage)
  if (!cost || cost.status === 'unknown') return '-'
  return `${cost.status === 'partial' ? '≥' : ''}${formatUsd(cost.microUsd)}`.replace('less than ', '<')
}

function titleOf(title: string, shown: readonly unknown[], all: readonly unknown[], t: Translate): string {
  return shown.length < all.length ? t`${title} (${shown.length} of ${all.length})` : title
}

function summary({ conversations, messages, apiCalls, toolCalls, usage }: Activity, style: Style): string {
  const { t } = style
  const amounts = [
    t.count(conversations, 'session'),
    t.count(messages, 'message'),
    t.count(apiCalls, 'model call'),
    t.count(toolCalls, 'tool call'),
  ]
  const used = apiCalls === 0 ? '' : `${formatTokensUsed(usage, t)} · ${formatCost(costOf(usage), t)}\n`
  return `${style.bold(amounts.join(' · '))}\n${used}`
}

/** Charts the tokens per day, including idle days. If there are too many days, several share a column. */
function trend(days: readonly NamedActivity[], { style, marks, width = 80 }: RenderInsightsOptions): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 3) return ''
  const sizes = new Map(days.map(({ name, usage, messages }) => [name, tokensOf(usage) || messages]))
  const all = daysBetween(first.name, last.name).map((day) => sizes.get(day) ?? 0)
  const room = Math.max(8, Math.min(width, 80) - first.name.length - last.name.length - 2)
  const perColumn = Math.ceil(all.length / room)
  const columns = Array.from({ length: Math.ceil(all.length / perColumn) }, (_, index) =>
    all.slice(index * perColumn, (index + 1) * perColumn).reduce((sum, size) => sum + size, 0),
  )
  return `${style.muted(first.name)} ${style.accent(marks.sparkline(columns))} ${style.muted(last.name)}\n`
}

function renderSection({ title, heads, rows }: Section, options: RenderInsightsOptions): string {
  const { style, marks, width = Number.POSITIVE_INFINITY } = options
  const widths = heads.map((head, column) =>
    Math.max(textWidth(head), ...rows.map(({ figures }) => textWidth(figures[column] ?? ''))),
  )
  const figuresWidth = widths.reduce((sum, figureWidth) => sum + figureWidth + 2, 0)
  const widest = Math.max(textWidth(title), ...rows.map(({ name }) => textWidth(name)))
  const nameWidth = Math.max(textWidth(title), Math.min(longestName, widest, width - figuresWidth))
  const room = Math.min(longestBar, width - nameWidth - figuresWidth - 2)
  const largest = Math.max(1, ...rows.map(({ size }) => size))
  const toLine = ({ name, figures, size }: Row) => {
    const label = truncate(name, nameWidth)
    const cells = figures.map((figure, column) => figure.padStart(widths[column] ?? 0))
    const drawn = room < 4 || size === 0 ? '' : style.accent(marks.bar((size / largest) * room))
    return [label + ' '.repeat(nameWidth - textWidth(label)), ...cells, drawn].join('  ').trimEnd()
  }
  const head = [padded(title, nameWidth), ...heads.map((name, column) => paddedLeft(name, widths[column] ?? 0))].join(
    '  ',
  )
  return `${[style.bold(head), ...rows.map(toLine)].join('\n')}\n`
}
