import { type SessionUsage, toUsageJson } from '@hermes/conversations/stored'
import { type Cost, costOf } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { plural } from '../../../render/format.js'
import { formatCost, formatTokensUsed, priceList } from '../../../render/format-cost.js'
import { oneLine } from '../../../render/safe-text.js'

const separator = ' · '

/** The usage of a session, in one line. */
export function usageLine({ apiCallCount, usage }: Pick<SessionUsage, 'apiCallCount' | 'usage'>): string {
  return [plural(apiCallCount, 'call'), formatTokensUsed(usage), formatCost(costOf(usage))].join(separator)
}

/** The usage of a session, one fact per row, including each task and model if there are several. */
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
  if (cost.status === 'unknown') return 'unknown: there is no price for the model, or for its fast mode'
  return [formatCost(cost), priceList(cost)].join(separator)
}

/** The usage of each task and model, for scripts. */
export function toTasksJson({ accounts }: SessionUsage) {
  return accounts.map(({ task, provider, model, apiCallCount, usage }) => ({
    task,
    provider,
    model,
    api_call_count: apiCallCount,
    ...toUsageJson(usage),
  }))
}
