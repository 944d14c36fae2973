import type { SessionId, SessionStore } from '@hermes/core'
import { createChoices } from '../choice/choices.js'
import { conversationWith } from './conversations.js'

/** Deletes the conversation that a session belongs to, with its continuations, what sub-agents did for it, and its choice, for good. */
export async function deleteConversation(store: SessionStore, memberId: SessionId): Promise<void> {
  const { root, members = [] } = (await conversationWith(store, memberId)) ?? {}
  // The newest first: should this be cut short, what is left is the beginning of a conversation and not its end.
  for (const { id } of members.toReversed()) await store.sessions.delete(id)
  if (root && store.values) await createChoices(store.values).store(root.id, {})
}
