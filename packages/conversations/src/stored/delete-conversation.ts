import type { SessionId, SessionStore } from '@hermes/core'
import { createChoices } from '../choice/choices.js'
import { conversationWith } from './conversations.js'

/** Permanently deletes the conversation of a session, with its continuations, sub-agents and choice. */
export async function deleteConversation(store: SessionStore, memberId: SessionId): Promise<void> {
  const { root, members = [] } = (await conversationWith(store, memberId)) ?? {}
  // Newest first: if this is interrupted, the beginning of the conversation remains rather than its end.
  for (const { id } of members.toReversed()) await store.sessions.delete(id)
  if (root && store.values) await createChoices(store.values).store(root.id, {})
}
