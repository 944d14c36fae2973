import type { ContentOrigin, SessionId, SessionStore } from '@hermes/core'
import { isUntrusted, originKey, originsNote } from '@hermes/core/origins'
import { newestOf } from '@hermes/core/sessions'

/**
 * Returns the untrusted content that a conversation has read, except for what it trusts. Empty for an unknown session.
 */
export async function untrustedOrigins(store: SessionStore, sessionId: SessionId): Promise<readonly ContentOrigin[]> {
  const session = await store.sessions.get(sessionId)
  const record = session && (await store.sessions.get((await newestOf(store, session)).id))
  const note = record && originsNote.of(record)
  const trusted = new Set(note?.trusted.map(originKey))
  return (note?.read ?? [])
    .filter((origin) => isUntrusted(origin) && !trusted.has(originKey(origin)))
    .map(({ sinceMs: _, ...origin }) => origin)
}
