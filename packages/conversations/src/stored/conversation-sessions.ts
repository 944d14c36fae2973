import type { SessionStore, SessionSummary } from '@hermes/core'
import { isContinuation, isDelegate, lineageMembers } from '@hermes/core/sessions'

/** The sessions whose model calls a conversation pays for. */
export interface ConversationSessions {
  /** The sessions of the conversation itself: its lineage, oldest first. */
  readonly own: readonly SessionSummary[]
  /** The sessions of its sub-agents at any depth, with their continuations. */
  readonly subagents: readonly SessionSummary[]
}

/** Finds the sessions of one conversation without reading all sessions of the store. A branch is a separate conversation. */
export async function conversationSessions(store: SessionStore, member: SessionSummary): Promise<ConversationSessions> {
  const own = await lineageMembers(store, member)
  // A damaged file may contain a cycle.
  const known = new Set(own.map(({ id }) => id))
  const subagents: SessionSummary[] = []
  const add = async (parent: SessionSummary, belongs: (child: SessionSummary) => boolean) => {
    for (const child of await store.sessions.find({ parentSessionId: parent.id })) {
      if (known.has(child.id) || !belongs(child)) continue
      known.add(child.id)
      subagents.push(child)
    }
  }
  for (const parent of own) await add(parent, isDelegate)
  // The list grows while it is read: sub-agents have sub-agents.
  for (const parent of subagents) await add(parent, (child) => isDelegate(child) || isContinuation(child))
  return { own, subagents }
}
