import type { Choice, SessionId, SessionSeed, SessionSummary } from '@hermes/core'
import type { LiveConversation } from './live-conversation.js'

/** How a conversation is brought to life in this process. */
export interface Beginning {
  readonly id: SessionId
  readonly seed: SessionSeed
  readonly choice?: Choice
  /** The choice of a new conversation without a stored one. */
  readonly usual?: Choice | undefined
  /** The first session of the conversation, if it is stored. */
  readonly root?: SessionSummary
  /** Whether the id has just been generated. Default: it may be known. */
  readonly isNew?: boolean
  /** Called before queued inputs are taken over. */
  readonly first?: (conversation: LiveConversation) => void
}
