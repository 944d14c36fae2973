import { lineageMembers, type SessionRecord, type SessionStore, type SessionSummary } from '@hermes/core'

/** Puts a conversation away with all of its continuations, or brings it back. @returns its first session. */
export async function setArchived(
  store: SessionStore,
  member: SessionRecord,
  archived: boolean,
): Promise<SessionSummary> {
  const members = await lineageMembers(store, member)
  for (const { id } of members) await store.sessions.update(id, { archived })
  return members[0] ?? member
}
