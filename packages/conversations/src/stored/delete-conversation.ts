import type { SessionId, SessionStore } from '@hermes/core'
import { conversationWith } from './conversations.js'

/** Deletes the conversation that a session belongs to, with its continuations and what sub-agents did for it, for good. */
export async function deleteConversation(store: SessionStore, memberId: SessionId): Promise<void> {
  const members = (await conversationWith(store, memberId))?.members ?? []
  // The newest first: should this be cut short, what is left is the beginning of a conversation and not its end.
  for (const { id } of members.toReversed()) await store.sessions.delete(id)
}
