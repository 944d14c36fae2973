import type { SessionId, SessionStore } from '@hermes/core'
import { conversationWith } from './conversations.js'

/** Archives or unarchives the entire conversation of a session. */
export async function setArchived(store: SessionStore, memberId: SessionId, archived: boolean): Promise<void> {
  const members = (await conversationWith(store, memberId))?.members ?? []
  for (const { id } of members) await store.sessions.update(id, { archived })
}
