import { addUsage, noUsage, type SessionStore, type SessionSummary, type Usage } from '@hermes/core'
import { lineageMembers, turnTask, type UsageAccount } from '@hermes/core/sessions'
import { tokensOf } from './activity.js'

/** The usage of a conversation, including all continuations. */
export interface SessionUsage {
  /** Model calls, including side tasks. */
  readonly apiCallCount: number
  readonly usage: Usage
  /** The accounts by task, provider and model: the conversation itself first, then by usage. */
  readonly accounts: readonly UsageAccount[]
}

export async function sessionUsage(store: SessionStore, record: SessionSummary): Promise<SessionUsage> {
  const members = await lineageMembers(store, record)
  const accounts = await Promise.all(members.map(({ id }) => store.usage?.accounts({ sessionId: id }) ?? []))
  return {
    apiCallCount: members.reduce((sum, member) => sum + member.apiCallCount, 0),
    usage: members.reduce((sum, member) => addUsage(sum, member.usage), noUsage),
    accounts: joinAccounts(accounts.flat()).toSorted(inOrder),
  }
}

/** One account per task, provider and model. */
function joinAccounts(accounts: readonly UsageAccount[]): readonly UsageAccount[] {
  const same = Map.groupBy(accounts, ({ task, provider, model }) => JSON.stringify([task, provider, model]))
  return [...same.values()].flatMap(([first, ...rest]) => (first ? [rest.reduce(addAccount, first)] : []))
}

function inOrder(left: UsageAccount, right: UsageAccount): number {
  const isTurn = (account: UsageAccount) => Number(account.task === turnTask)
  return isTurn(right) - isTurn(left) || tokensOf(right.usage) - tokensOf(left.usage)
}

function addAccount(left: UsageAccount, right: UsageAccount): UsageAccount {
  return {
    ...left,
    apiCallCount: left.apiCallCount + right.apiCallCount,
    usage: addUsage(left.usage, right.usage),
  }
}
