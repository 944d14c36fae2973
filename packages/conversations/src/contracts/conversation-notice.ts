import type { SessionId } from '@hermes/core'

/** A notice outside of any turn, such as the end of background work. */
export interface ConversationNotice {
  /** The conversation. */
  readonly id: SessionId
  /** A stable code. */
  readonly code: string
  /** The text to display. */
  readonly text: string
}
