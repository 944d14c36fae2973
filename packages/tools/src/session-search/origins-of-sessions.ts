import type { ContentOrigin, SessionStore, SessionSummary } from '@hermes/core'
import { originsNote } from '@hermes/core/origins'
import { newestOf } from '@hermes/core/sessions'

/** Returns the untrusted content that these conversations have read. */
export async function originsOfSessions(
  store: SessionStore,
  sessions: readonly SessionSummary[],
): Promise<readonly ContentOrigin[]> {
  const origins = await Promise.all(
    sessions.map(async (session) => {
      const record = await store.sessions.get((await newestOf(store, session)).id)
      return (record && originsNote.of(record)?.read) ?? []
    }),
  )
  return origins.flat()
}
