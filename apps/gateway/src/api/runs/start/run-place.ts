import type { SessionId } from '@hermes/core'
import type { Caller } from '../../request/caller.js'
import { badRequest } from '../../request/request-error.js'
import { findOwnSession } from '../../request/require-session.js'
import { namedKey } from './named-key.js'
import type { NewRun, RunServices } from './start-run.js'

export interface RequestedPlace {
  readonly session_id?: string | null | undefined
  /** The name of a conversation of this user. */
  readonly conversation?: string | null | undefined
}

/**
 * Returns the place of a run.
 * @param newSessionId The session if the request names no place. Default: a new one.
 * @throws {RequestError} for a session that the caller may not use.
 */
export async function runPlace(
  { session_id: id, conversation: name }: RequestedPlace,
  caller: Caller,
  services: RunServices,
  newSessionId?: SessionId,
): Promise<NewRun['place']> {
  if (id && name) throw badRequest("'session_id' and 'conversation' exclude each other.", 'conversation')
  if (id) {
    await findOwnSession(id, caller, services)
    return { id }
  }
  if (name) return { key: namedKey(name, caller, services.source) }
  return newSessionId === undefined ? {} : { id: newSessionId }
}
