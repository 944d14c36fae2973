import type { SessionRecord, SessionStore } from '@hermes/core'
import type { Caller } from './caller.js'
import { badRequest, RequestError } from './request-error.js'

export interface SessionAccess {
  readonly store: SessionStore
  /** The source of the sessions that are created here. */
  readonly source: string
}

/**
 * Checks that a caller may use a session. A key gives access to sessions that were created here, not to those of the terminal or a chat. A user has access
 * only to their own.
 * @returns the session, or `undefined` if there is none yet.
 * @throws {RequestError} for an invalid id, and for the session of somebody else.
 */
export async function findOwnSession(
  id: string,
  { userId }: Caller,
  { store, source }: SessionAccess,
): Promise<SessionRecord | undefined> {
  if (!/^[A-Za-z0-9._:@-]{1,128}$/.test(id) || id.includes('..')) {
    throw badRequest('The id of a session must be 1 to 128 letters, digits or one of . _ : @ -', 'session_id')
  }
  const session = await store.sessions.get(id)
  if (session === undefined || (session.source === source && session.userId === userId)) return session
  const message = `The session "${id}" does not belong to this API, or to another user of it.`
  throw new RequestError(403, 'foreign_session', message)
}

/** Returns the session. @throws {RequestError} also if there is no such session. */
export async function requireOwnSession(id: string, caller: Caller, access: SessionAccess): Promise<SessionRecord> {
  const session = await findOwnSession(id, caller, access)
  if (!session) throw new RequestError(404, 'not_found', `There is no session "${id}".`)
  return session
}
