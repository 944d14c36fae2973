import type { RunOptions } from '../contracts/agent.js'
import type { SessionOrigin } from '../contracts/session-event.js'
import type { SessionRecord } from '../contracts/session-store.js'

/** Where a run belongs: to the person who speaks, or that of its session. A child belongs to the person of its parent. */
export function originOf(
  { source, userId }: Pick<SessionRecord, 'source' | 'userId'>,
  run: Pick<RunOptions, 'userId' | 'parent'> = {},
): SessionOrigin {
  const person = run.userId ?? userId ?? run.parent?.userId
  return { source, ...(person !== undefined && { userId: person }) }
}
