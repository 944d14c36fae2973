import type { SessionId, SessionStore } from '@hermes/core'

/** The ids of the owner of a home: at a terminal, and with the key of the API. */
const ownerIds: ReadonlySet<string> = new Set(['local', 'api'])

/**
 * Returns the person whose memory a conversation uses, which is the person of the session. A session without a person uses the memory of the speaker.
 * @returns `undefined` for the owner of the home.
 */
export async function personOf(
  store: Pick<SessionStore, 'sessions'>,
  sessionId: SessionId,
  speaker?: string,
): Promise<string | undefined> {
  const owner = (await store.sessions.get(sessionId))?.userId
  if (owner !== undefined) return owner
  return speaker === undefined || ownerIds.has(speaker) ? undefined : speaker
}
