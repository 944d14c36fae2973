import type { SessionId } from '@hermes/core'

/** The lane of a session: its writes keep the order of the calls. */
export function sessionLane(id: SessionId): string {
  return `session ${id}`
}
