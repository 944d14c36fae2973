import type { JsonObject } from './json.js'
import type { Message } from './message.js'
import type { SessionId } from './session-id.js'
import type { ToolDefinition } from './tool-definition.js'

/**
 * Decides when a conversation has outgrown the model's window, and what survives.
 *
 * One engine object serves any number of sessions: all it has to remember of one is plain JSON in the snapshot's `state`,
 * stored with the session.
 */
export interface ContextEngine {
  readonly id: string
  /** Asked before each model call: cheap, pure and synchronous. */
  shouldCompress(context: ContextSnapshot): boolean
  /**
   * Guarantees: tool calls keep their results, the newest user message stays unchanged, the given messages are not
   * changed, and what survives keeps its identity. Throws only when `signal` is aborted or the engine cannot go on; the
   * session is then left as it was.
   */
  compress(context: ContextSnapshot, options: CompressOptions): Promise<Compression>
}

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

export interface CompressOptions {
  readonly signal: AbortSignal
  /** What the user asked to keep in particular. */
  readonly focusTopic?: string
  /** Asked for by the user or proven necessary by the provider: cooldowns do not count. */
  readonly force?: boolean
}

export type Compression =
  | {
      readonly status: 'compressed'
      readonly messages: readonly Message[]
      readonly state: JsonObject
      readonly tokensBefore: number
      readonly tokensAfter: number
    }
  | { readonly status: 'skipped'; readonly reason: string; readonly state: JsonObject }
