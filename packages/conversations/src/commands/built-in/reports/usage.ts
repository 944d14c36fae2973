import { costOf, promptTokens, type Usage } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import type { TableCell, TableColumn } from '../../../contracts/command-outcome.js'
import { sessionUsage, subagentTask } from '../../../stored/session-usage.js'
import type { Command } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'

/** `/usage`: shows the usage and cost of the conversation. */
export function usageCommand(): Command {
  return {
    name: 'usage',
    aliases: ['cost'],
    description: 'show the usage and cost of the session',
    category: 'info',
    async run(_, context) {
      const record = await storedRecord(context)
      if (!record) return { type: 'text', text: 'This session has no usage yet.' }
      const { apiCallCount, usage, accounts } = await sessionUsage(context.store, record)
      const parts = accounts.length > 1 ? accounts : []
      return {
        type: 'table',
        columns: [{ key: 'task', label: 'Task', format: 'words' }, { key: 'model', label: 'Model' }, ...usageColumns],
        rows: [
          ...parts.map((account) => ({
            task: taskName(account.task),
            model: account.model,
            ...usageCells(account.usage, account.apiCallCount),
          })),
          { task: 'total', model: accounts.length === 1 ? accounts[0]?.model : '', ...usageCells(usage, apiCallCount) },
        ],
        note: costNote(usage),
      }
    },
  }
}

/** The columns of {@link usageCells}. */
export const usageColumns: readonly TableColumn[] = [
  { key: 'calls', label: 'Calls', align: 'right', format: 'count' },
  { key: 'input', label: 'Tokens in', align: 'right', format: 'count' },
  { key: 'cached', label: 'From cache', align: 'right', format: 'count' },
  { key: 'output', label: 'Out', align: 'right', format: 'count' },
  { key: 'cost', label: 'Cost', align: 'right', format: 'micro-usd' },
]

export function usageCells(usage: Usage, calls: number): Readonly<Record<string, TableCell>> {
  const cost = costOf(usage)
  return {
    calls,
    input: promptTokens(usage),
    cached: usage.cacheReadTokens,
    output: usage.outputTokens,
    cost: cost && cost.status !== 'unknown' ? cost.microUsd : undefined,
  }
}

/** Notes missing costs and the source of the prices. */
export function costNote(usage: Usage): string {
  const cost = costOf(usage)
  if (!cost) return 'There is no usage yet.'
  if (cost.status === 'unknown') return 'The cost is unknown: there is no price for the model, or for its fast mode.'
  const whose = cost.source === 'config' ? 'your config' : `${cost.source}, ${cost.version}`
  const least = cost.status === 'partial' ? ['Not every price is known: it cost at least this.'] : []
  return [...least, `Prices of ${whose}.`].join(' ')
}

export function taskName(task: string): string {
  if (task === subagentTask) return 'sub-agents'
  return task === turnTask ? 'conversation' : task.replaceAll('_', ' ')
}
