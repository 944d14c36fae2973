import type { SessionId } from '@hermes/core'

/** A notice outside of any turn: background work has ended. */
export interface ConversationNotice {
  /** The conversation. */
  readonly id: SessionId
  /** Stable. */
  readonly code: string
  /** For display. */
  readonly text: string
}
