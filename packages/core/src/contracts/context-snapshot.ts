import type { JsonObject } from './json.js'
import type { Message } from './message.js'
import type { SessionId } from './session-id.js'
import type { ToolDefinition } from './tool-definition.js'

/** A conversation as the next request would show it. */
export interface ContextSnapshot {
  readonly sessionId: SessionId
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** The model's window in tokens. */
  readonly contextWindow: number
  /** What the provider counted for the newest request of this session, and how many messages that request held. */
  readonly measured?: { readonly promptTokens: number; readonly messageCount: number }
  /** What the engine returned last time; `{}` at first. */
  readonly state: JsonObject
}
