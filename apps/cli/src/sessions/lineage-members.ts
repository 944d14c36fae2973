import { isContinuation, newestOf, type SessionRecord, type SessionStore } from '@hermes/core'

/** The sessions that are one conversation to a person, oldest first: the first one and its continuations. */
export async function lineageMembers(store: SessionStore, member: SessionRecord): Promise<readonly SessionRecord[]> {
  const members = [await newestOf(store, member)]
  for (let [oldest] = members; oldest && isContinuation(oldest); [oldest] = members) {
    const parent = oldest.parentSessionId === undefined ? undefined : await store.sessions.get(oldest.parentSessionId)
    if (!parent || members.some(({ id }) => id === parent.id)) break
    members.unshift(parent)
  }
  return members
}
