import type { SessionId, SessionStore, SessionSummary } from '@hermes/core'
import { isContinuation, isDelegate } from '@hermes/core/sessions'

/** One conversation from a person's point of view: a session, its continuations, and the sessions of its sub-agents. */
export interface StoredConversation {
  readonly root: SessionSummary
  /** The sessions, oldest first, including the root. */
  readonly members: readonly SessionSummary[]
  readonly lastActivityAtMs: number
}

/** Groups sessions into conversations. A branch is a separate conversation. */
export function conversationsOf(records: readonly SessionSummary[]): readonly StoredConversation[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const groups = Map.groupBy(records, (record) => rootAmong(byId, record))
  return [...groups].map(([root, members]) => ({
    root,
    members: members.toSorted((left, right) => left.startedAtMs - right.startedAtMs),
    lastActivityAtMs: members.reduce((newest, member) => Math.max(newest, member.lastActivityAtMs), 0),
  }))
}

/** Returns the conversation of a session; `undefined` if there is no such session. */
export async function conversationWith(
  store: SessionStore,
  memberId: SessionId,
): Promise<StoredConversation | undefined> {
  const conversations = conversationsOf(await store.sessions.find())
  return conversations.find(({ members }) => members.some(({ id }) => id === memberId))
}

function rootAmong(byId: ReadonlyMap<string, SessionSummary>, record: SessionSummary): SessionSummary {
  const passed = new Set<SessionSummary>()
  let root = record
  // A damaged file may contain a cycle.
  while ((isContinuation(root) || isDelegate(root)) && !passed.has(root)) {
    passed.add(root)
    const parent = root.parentSessionId === undefined ? undefined : byId.get(root.parentSessionId)
    if (!parent) break
    root = parent
  }
  return root
}
