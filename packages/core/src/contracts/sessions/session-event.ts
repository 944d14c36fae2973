import type { SessionId } from '../values/session-id.js'

/** Where a session was created. */
export interface SessionOrigin {
  /** The surface: `cli`, `telegram`. Absent if the hook's caller does not know it. */
  readonly source?: string
  /** The person whose session it is. Absent if the surface named none. */
  readonly userId?: string
}

/** The fields that the events of all hooks share. */
export interface SessionEvent extends SessionOrigin {
  /** The root id, the same for the whole lineage. */
  readonly sessionId: SessionId
}
