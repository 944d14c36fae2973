import type { SessionId } from './session-id.js'

/** Where a session belongs, as it was begun. */
export interface SessionOrigin {
  /** The surface: `cli`, `telegram`. Absent where the caller of the hook does not know. */
  readonly source?: string
  /** The person whose session it is. Absent where the surface did not name one. */
  readonly userId?: string
}

/** What the events of all hooks have in common. */
export interface SessionEvent extends SessionOrigin {
  /** As a person sees it: the same for the whole lineage. */
  readonly sessionId: SessionId
}
