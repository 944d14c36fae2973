import type { TableOutcome } from '../../../contracts/command-outcome.js'
import { collectInsights, type Insights } from '../../../stored/insights.js'
import type { Command } from '../../command.js'
import { costNote, taskName, usageCells, usageColumns } from './usage.js'

const usualDays = 30
const dayMs = 86_400_000

export interface InsightsServices {
  /** The current time. Default `Date.now`. */
  readonly now?: () => number
}

/** `/insights [days]`: shows the usage of all conversations in the last days. */
export function insightsCommand({ now = Date.now }: InsightsServices = {}): Command {
  return {
    name: 'insights',
    usage: '[days]',
    description: 'show the recent usage of all sessions',
    category: 'info',
    who: 'admin',
    async run(args, { store }) {
      const days = args === '' ? usualDays : Number(args)
      if (!Number.isInteger(days) || days < 1) return { type: 'error', text: 'Give a number of days: /insights 7.' }
      const insights = await collectInsights(store, { sinceMs: now() - days * dayMs })
      const { total } = insights
      if (total.messages === 0 && total.apiCalls === 0) {
        const text =
          days === 1 ? 'There was no activity in the last day.' : `There was no activity in the last ${days} days.`
        return { type: 'text', text }
      }
      return insightsTable(insights, days)
    },
  }
}

function titleOf({ conversations, messages, toolCalls }: Insights['total'], days: number): string {
  return days === 1
    ? `The last day: ${conversations} conversations, ${messages} messages, ${toolCalls} tool calls`
    : `The last ${days} days: ${conversations} conversations, ${messages} messages, ${toolCalls} tool calls`
}

function insightsTable({ total, models, tasks, surfaces }: Insights, days: number): TableOutcome {
  const rowsOf = (kind: string, activities: Insights['models']) =>
    activities.map(({ name, conversations, apiCalls, usage }) => ({
      kind,
      name: kind === 'task' ? taskName(name) : name,
      conversations,
      ...usageCells(usage, apiCalls),
    }))
  return {
    type: 'table',
    title: titleOf(total, days),
    columns: [
      { key: 'kind', label: 'By', format: 'words' },
      { key: 'name', label: 'Name' },
      { key: 'conversations', label: 'Conversations', align: 'right', format: 'count' },
      ...usageColumns,
    ],
    rows: [
      ...rowsOf('model', models),
      ...rowsOf('task', tasks),
      ...rowsOf('surface', surfaces),
      { kind: 'total', name: '', conversations: total.conversations, ...usageCells(total.usage, total.apiCalls) },
    ],
    note: costNote(total.usage),
  }
}
