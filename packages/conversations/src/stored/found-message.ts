import type { SessionStore, SessionSummary } from '@hermes/core'
import { rootOf, type SearchHit } from '@hermes/core/sessions'

/** A found message with the root session of its conversation. */
export interface FoundMessage {
  readonly hit: SearchHit
  readonly root: SessionSummary
}

/** Adds the conversations to found messages, and drops messages whose session has been deleted. */
export async function withConversations(
  store: SessionStore,
  hits: readonly SearchHit[],
): Promise<readonly FoundMessage[]> {
  const ids = [...new Set(hits.map(({ message }) => message.sessionId))]
  const roots = new Map<string, SessionSummary>()
  for (const id of ids) {
    const record = await store.sessions.get(id)
    if (record) roots.set(id, await rootOf(store, record))
  }
  return hits.flatMap((hit) => {
    const root = roots.get(hit.message.sessionId)
    return root ? [{ hit, root }] : []
  })
}

/** Converts a found message for scripts: the store's column names, times in seconds. */
export function toFoundRow({ hit: { message, snippet }, root }: FoundMessage) {
  return {
    session_id: root.id,
    title: root.title ?? null,
    source: root.source,
    message_id: message.id,
    /** Differs from `session_id` after a compression. */
    message_session_id: message.sessionId,
    role: message.message.role,
    timestamp: message.timestampMs / 1000,
    snippet,
  }
}
