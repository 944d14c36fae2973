import type { ContentOrigin, SessionId, SessionStore } from '@hermes/core'
import { originsNote } from '@hermes/core/origins'

/** Returns the origins of what the conversation of a run has read. */
export async function originsOf(store: SessionStore, id: SessionId | undefined): Promise<readonly ContentOrigin[]> {
  const session = id === undefined ? undefined : await store.sessions.get(id)
  return (session && originsNote.of(session)?.read.map(({ sinceMs: _, ...origin }) => origin)) ?? []
}

/** Marks origins as read by a conversation, because content from them enters it. */
export async function inheritOrigins(
  store: SessionStore,
  id: SessionId,
  read: readonly ContentOrigin[],
): Promise<void> {
  const session = await store.sessions.get(id)
  if (!session || read.length === 0) return
  const own = originsNote.of(session)
  const note = { read: [...(own?.read ?? []), ...read], trusted: own?.trusted ?? [] }
  await store.sessions.update(id, { notes: originsNote.with(session.notes, note) })
}
