import type { Message } from '../model/message.js'
import type { ToolDefinition } from '../model/tool-definition.js'
import type { JsonObject } from '../values/json.js'
import type { SessionId } from '../values/session-id.js'

/** A conversation as the next request would send it. */
export interface ContextSnapshot {
  readonly sessionId: SessionId
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** The tool that finds what was said earlier in the session, if there is one. */
  readonly recallTool?: string
  /** The model's window in tokens. */
  readonly contextWindow: number
  /** The provider's token count for the latest request of this session, and the number of messages in that request. */
  readonly measured?: { readonly promptTokens: number; readonly messageCount: number }
  /** The state that the engine returned last time. Initially `{}`. */
  readonly state: JsonObject
}
