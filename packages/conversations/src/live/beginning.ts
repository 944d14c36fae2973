import type { Choice, SessionId, SessionSeed, SessionSummary } from '@hermes/core'
import type { LiveConversation } from './live-conversation.js'

/** How a conversation comes to life in this process. */
export interface Beginning {
  readonly id: SessionId
  readonly seed: SessionSeed
  readonly choice?: Choice
  /** For a new conversation without a stored choice. */
  readonly usual?: Choice | undefined
  /** Its first session, if it is stored. */
  readonly root?: SessionSummary
  /** The id has just been generated. Default: it may be known. */
  readonly isNew?: boolean
  /** Called before queued inputs are taken over. */
  readonly first?: (conversation: LiveConversation) => void
}
