import type { SessionRecord } from '@hermes/core'
import type { Caller } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import { findOwnSession } from '../request/require-session.js'
import { namedKey } from '../runs/start/named-key.js'
import type { RunServices } from '../runs/start/start-run.js'

/** Returns the session of a conversation that a caller names, or `undefined` until it was created or has had a response. */
export async function findConversation(
  name: string,
  caller: Caller,
  services: Pick<RunServices, 'conversations' | 'store' | 'source'>,
): Promise<SessionRecord | undefined> {
  const id = await services.conversations.idOf(namedKey(name, caller, services.source))
  return id === undefined ? undefined : findOwnSession(id, caller, services)
}

/** Returns the session of a conversation. @throws {RequestError} if there is none. */
export async function requireConversation(
  name: string,
  caller: Caller,
  services: Pick<RunServices, 'conversations' | 'store' | 'source'>,
): Promise<SessionRecord> {
  const session = await findConversation(name, caller, services)
  if (session) return session
  throw new RequestError(404, 'not_found', `There is no conversation "${name}".`)
}
