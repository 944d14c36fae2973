import type { RunOptions } from '../contracts/agent/agent.js'
import type { SessionOrigin } from '../contracts/sessions/session-event.js'
import type { SessionRecord } from '../contracts/sessions/session-store.js'

/**
 * Returns the surface and person of a run: the person who speaks, or the session's. A child run belongs to its parent's
 * person.
 */
export function originOf(
  { source, userId }: Pick<SessionRecord, 'source' | 'userId'>,
  run: Pick<RunOptions, 'userId' | 'parent'> = {},
): SessionOrigin {
  const person = run.userId ?? userId ?? run.parent?.userId
  return { source, ...(person !== undefined && { userId: person }) }
}
