import type { SessionId } from '@hermes/core'

/** Returns the lane of a session, in which its writes keep the order of the calls. */
export function sessionLane(id: SessionId): string {
  return `session ${id}`
}
