import type { SessionOrigin } from '../contracts/session-event.js'
import type { SessionRecord } from '../contracts/session-store.js'

/** A child belongs to the person of the run that started it. */
export function originOf(
  { source, userId }: Pick<SessionRecord, 'source' | 'userId'>,
  parent?: Pick<SessionOrigin, 'userId'>,
): SessionOrigin {
  const person = userId ?? parent?.userId
  return { source, ...(person !== undefined && { userId: person }) }
}
