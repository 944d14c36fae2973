import { generateSessionId } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { Caller } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import { findOwnSession, type SessionAccess } from '../request/require-session.js'

/** Returns the id that a client gives a new session, or a generated one. @throws {RequestError} 409 when it is taken. */
export async function newSessionId(given: string | undefined, caller: Caller, access: SessionAccess): Promise<string> {
  if (given === undefined) return generateSessionId(withDefaultServices())
  if (!(await findOwnSession(given, caller, access))) return given
  throw new RequestError(409, 'conflict', `There is a session "${given}" already: continue it, or choose another id.`)
}
