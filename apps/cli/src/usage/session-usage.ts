import {
  addUsage,
  lineageMembers,
  noUsage,
  type SessionRecord,
  type SessionStore,
  turnTask,
  type Usage,
  type UsageAccount,
} from '@hermes/core'

/** What a conversation used, with all of its continuations. */
export interface SessionUsage {
  /** Model calls, those of side tasks included. */
  readonly apiCallCount: number
  readonly usage: Usage
  /** The part of side tasks, by task, provider and model. */
  readonly side: readonly UsageAccount[]
}

export async function sessionUsage(store: SessionStore, record: SessionRecord): Promise<SessionUsage> {
  const members = await lineageMembers(store, record)
  const side = await Promise.all(members.map(({ id }) => store.usage?.find({ sessionId: id }) ?? []))
  return {
    apiCallCount: members.reduce((sum, member) => sum + member.apiCallCount, 0),
    usage: members.reduce((sum, member) => addUsage(sum, member.usage), noUsage),
    side: joinAccounts(side.flat().filter(({ task }) => task !== turnTask)),
  }
}

/** One account for each task, provider and model. */
function joinAccounts(accounts: readonly UsageAccount[]): readonly UsageAccount[] {
  const same = Map.groupBy(accounts, ({ task, provider, model }) => JSON.stringify([task, provider, model]))
  return [...same.values()].flatMap(([first, ...rest]) => (first ? [rest.reduce(addAccount, first)] : []))
}

function addAccount(left: UsageAccount, right: UsageAccount): UsageAccount {
  return {
    ...left,
    apiCallCount: left.apiCallCount + right.apiCallCount,
    usage: addUsage(left.usage, right.usage),
  }
}
