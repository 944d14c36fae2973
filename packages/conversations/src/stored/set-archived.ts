import type { SessionId, SessionStore } from '@hermes/core'
import { conversationWith } from './conversations.js'

/** Puts the conversation that a session belongs to away, with all that belongs to it, or brings it back. */
export async function setArchived(store: SessionStore, memberId: SessionId, archived: boolean): Promise<void> {
  const members = (await conversationWith(store, memberId))?.members ?? []
  for (const { id } of members) await store.sessions.update(id, { archived })
}
