import { type SessionUsage, toUsageJson } from '@hermes/conversations/stored'
import { type Cost, costOf } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { plural } from '../render/format.js'
import { formatCost, formatTokensUsed, priceList } from '../render/format-cost.js'
import { oneLine } from '../render/safe-text.js'

const separator = ' · '

/** What a session used, in one line. */
export function usageLine({ apiCallCount, usage }: Pick<SessionUsage, 'apiCallCount' | 'usage'>): string {
  return [plural(apiCallCount, 'call'), formatTokensUsed(usage), formatCost(costOf(usage))].join(separator)
}

/** What a session used, a fact a row, with the part of each task and model where there are several. */
export function usageTable({ apiCallCount, usage, accounts }: SessionUsage): string {
  const rows = [
    ['Calls', String(apiCallCount)],
    ['Tokens', formatTokensUsed(usage)],
    ['Cost', costRow(costOf(usage))],
    ...(accounts.length > 1 ? accounts : []).map((account) => [
      taskName(account.task),
      `of it ${usageLine(account)}${separator}${oneLine(account.model)}`,
    ]),
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
}

function taskName(task: string): string {
  return task === turnTask ? 'conversation' : oneLine(task).replaceAll('_', ' ')
}

function costRow(cost: Cost | undefined): string {
  if (!cost) return 'nothing yet'
  if (cost.status === 'unknown') return 'unknown: there is no price for the model'
  return [formatCost(cost), priceList(cost)].join(separator)
}

/** What each task and model used, as scripts see it. */
export function toTasksJson({ accounts }: SessionUsage) {
  return accounts.map(({ task, provider, model, apiCallCount, usage }) => ({
    task,
    provider,
    model,
    api_call_count: apiCallCount,
    ...toUsageJson(usage),
  }))
}
