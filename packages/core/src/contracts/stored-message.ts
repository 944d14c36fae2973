import type { Message } from './message.js'
import type { SessionId } from './session-id.js'
import type { StoredFinishReason } from './usage.js'

export interface NewMessage {
  /** Never a system message: the system prompt is stored with the session. */
  readonly message: Message
  readonly timestampMs: number
  readonly finishReason?: StoredFinishReason
  /** The message's size in tokens, if known. */
  readonly tokenCount?: number
  /** The chat platform's id of the message, which identifies a redelivery. */
  readonly platformMessageId?: string
}

export interface StoredMessage extends NewMessage {
  /** Increases with each append. */
  readonly id: number
  readonly sessionId: SessionId
}
