import type { Message } from '../model/message.js'
import type { StoredFinishReason } from '../model/usage.js'
import type { SessionId } from '../values/session-id.js'

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
