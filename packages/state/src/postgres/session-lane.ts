import type { SessionId } from '@hermes/core'

/** What is done to one session keeps the order of the calls. */
export function sessionLane(id: SessionId): string {
  return `session ${id}`
}
