import type { Message } from './message.js'
import type { SessionId } from './session-id.js'
import type { FinishReason } from './usage.js'

export interface NewMessage {
  /** Never a system message: the system prompt belongs to the session. */
  readonly message: Message
  readonly timestampMs: number
  readonly finishReason?: FinishReason
  /** The message's own size in tokens, where it is known. */
  readonly tokenCount?: number
  /** The chat platform's id of the message, so that a redelivery can be told. */
  readonly platformMessageId?: string
}

export interface StoredMessage extends NewMessage {
  /** Rises with each append. */
  readonly id: number
  readonly sessionId: SessionId
}
