import { addUsage, noUsage, type SessionStore, type SessionSummary, type Usage } from '@hermes/core'
import { turnTask, type UsageAccount } from '@hermes/core/sessions'
import { tokensOf } from './activity.js'
import { conversationSessions } from './conversation-sessions.js'

/** The usage of a conversation, including all continuations and sub-agents. */
export interface SessionUsage {
  /** The number of model calls, including side tasks and sub-agents. */
  readonly apiCallCount: number
  readonly usage: Usage
  /**
   * The accounts by task, provider and model: the conversation itself first, then by usage. Turns of sub-agents count for the
   * task {@link subagentTask}.
   */
  readonly accounts: readonly UsageAccount[]
}

/** The task of the calls that sub-agents made for a conversation. */
export const subagentTask = 'subagents'

export async function sessionUsage(store: SessionStore, record: SessionSummary): Promise<SessionUsage> {
  const { own, subagents } = await conversationSessions(store, record)
  const accountsOf = async (members: readonly SessionSummary[]) =>
    (await Promise.all(members.map(({ id }) => store.usage?.accounts({ sessionId: id }) ?? []))).flat()
  const delegated = (await accountsOf(subagents)).map((account) =>
    account.task === turnTask ? { ...account, task: subagentTask } : account,
  )
  return {
    ...usageOf([...own, ...subagents]),
    accounts: joinAccounts([...(await accountsOf(own)), ...delegated]).toSorted(inOrder),
  }
}

/** Returns the total usage of sessions. */
export function usageOf(sessions: readonly SessionSummary[]): Pick<SessionUsage, 'apiCallCount' | 'usage'> {
  return {
    apiCallCount: sessions.reduce((sum, session) => sum + session.apiCallCount, 0),
    usage: sessions.reduce((sum, session) => addUsage(sum, session.usage), noUsage),
  }
}

/** Merges the accounts to one per task, provider and model. */
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
