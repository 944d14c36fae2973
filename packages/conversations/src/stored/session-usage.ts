import { addUsage, noUsage, type SessionStore, type SessionSummary, type Usage } from '@hermes/core'
import { lineageMembers, turnTask, type UsageAccount } from '@hermes/core/sessions'
import { tokensOf } from './activity.js'

/** What a conversation used, with all of its continuations. */
export interface SessionUsage {
  /** Model calls, those of side tasks included. */
  readonly apiCallCount: number
  readonly usage: Usage
  /** What it is made of, by task, provider and model: the conversation itself first, then what used most. */
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

/** One account for each task, provider and model. */
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
