import { addUsage, noUsage } from '../contracts/model/usage.js'
import type { ModelCall, UsageAccount, UsageQuery } from '../contracts/sessions/usage-log.js'
import type { SessionId } from '../contracts/values/session-id.js'

const hour = 3_600_000

/** Returns the accounts of one session with another call added. */
export function withCall(
  accounts: readonly UsageAccount[],
  sessionId: SessionId,
  { atMs, ...call }: ModelCall,
): readonly UsageAccount[] {
  const opened: UsageAccount = { ...call, sessionId, hourMs: hourOf(atMs), usage: noUsage, apiCallCount: 0 }
  const isSame = (account: UsageAccount) => inOrder(account, opened) === 0
  const { usage, apiCallCount } = accounts.find(isSame) ?? opened
  const account = { ...opened, usage: addUsage(usage, call.usage), apiCallCount: apiCallCount + 1 }
  return [...accounts.filter((other) => !isSame(other)), Object.freeze(account)]
}

export function findAccounts(accounts: readonly UsageAccount[], query: UsageQuery): readonly UsageAccount[] {
  const { sessionId, sinceMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY } = query
  return accounts
    .filter((account) => sessionId === undefined || account.sessionId === sessionId)
    .filter(({ hourMs }) => hourMs >= hourOf(sinceMs) && hourMs <= untilMs)
    .toSorted(inOrder)
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / hour) * hour
}

function inOrder(left: UsageAccount, right: UsageAccount): number {
  return (
    compare(left.sessionId, right.sessionId) ||
    left.hourMs - right.hourMs ||
    compare(left.task, right.task) ||
    compare(left.provider, right.provider) ||
    compare(left.model, right.model)
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
