import { type SessionUsage, subagentTask, toUsageJson } from '@hermes/conversations/stored'
import { type Cost, costOf } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { english, type Translate } from '@hermes/safety/language'
import { formatCost, formatTokensUsed, priceList } from '../../../render/text/format-cost.js'
import { oneLine } from '../../../render/text/safe-text.js'
import { padded, textWidth } from '../../../render/text/text-width.js'

const separator = ' · '

/** Renders the usage of a session on one line. */
export function usageLine(
  { apiCallCount, usage }: Pick<SessionUsage, 'apiCallCount' | 'usage'>,
  t: Translate = english,
): string {
  return [t.count(apiCallCount, 'call'), formatTokensUsed(usage, t), formatCost(costOf(usage), t)].join(separator)
}

/** Renders the usage of a session, one fact per row, with each task and model if there are several. */
export function usageTable({ apiCallCount, usage, accounts }: SessionUsage, t: Translate = english): string {
  const rows = [
    [t`Calls`, String(apiCallCount)],
    [t`Tokens`, formatTokensUsed(usage, t)],
    [t`Cost`, costRow(costOf(usage), t)],
    ...(accounts.length > 1 ? accounts : []).map((account) => [
      taskName(account.task, t),
      t`of it ${usageLine(account, t)}` + separator + oneLine(account.model),
    ]),
  ]
  const width = Math.max(...rows.map(([name = '']) => textWidth(name)))
  return rows.map(([name = '', value]) => `  ${padded(name, width)}  ${value}\n`).join('')
}

function taskName(task: string, t: Translate): string {
  if (task === subagentTask) return t`sub-agents`
  return task === turnTask ? t`conversation` : oneLine(task).replaceAll('_', ' ')
}

function costRow(cost: Cost | undefined, t: Translate): string {
  if (!cost) return t`nothing yet`
  if (cost.status === 'unknown') return t`unknown: there is no price for the model, or for its fast mode`
  return [formatCost(cost, t), priceList(cost, t)].join(separator)
}

/** Returns the usage of each task and model, for scripts. */
export function toTasksJson({ accounts }: SessionUsage) {
  return accounts.map(({ task, provider, model, apiCallCount, usage }) => ({
    task,
    provider,
    model,
    api_call_count: apiCallCount,
    ...toUsageJson(usage),
  }))
}
