import type { ContextSnapshot } from './context-snapshot.js'
import type { JsonObject } from './json.js'
import type { Message } from './message.js'
import type { Tool } from './tool.js'

/**
 * Decides when a conversation has outgrown the model's window, and what survives.
 *
 * One engine object serves any number of sessions: all it has to remember of one is plain JSON in the snapshot's `state`,
 * stored with the session.
 */
export interface ContextEngine {
  readonly id: string
  /** What the engine offers to the model, such as a way back to what it left out. Whoever wires the agent adds them to its tools. */
  readonly tools?: readonly Tool[]
  /** Asked before each model call: cheap, pure and synchronous. */
  shouldCompress(context: ContextSnapshot): boolean
  /** How near the next request is to a compression, for people: cheap, pure and synchronous. Absent: nobody is told. */
  measure?(context: ContextSnapshot): ContextMeasure
  /**
   * Guarantees: tool calls keep their results, the newest user message stays unchanged, the given messages are not
   * changed, and what survives keeps its identity. Throws only when `signal` is aborted or the engine cannot go on; the
   * session is then left as it was.
   */
  compress(context: ContextSnapshot, options: CompressOptions): Promise<Compression>
}

/** In tokens as the provider counts them, as far as the engine can tell. */
export interface ContextMeasure {
  /** The next request. */
  readonly tokens: number
  /** The size from which on it is compressed. */
  readonly trigger: number
}

export interface CompressOptions {
  readonly signal: AbortSignal
  /** What the user asked to keep in particular. */
  readonly focusTopic?: string
  /**
   * The user drew the line: so many exchanges at the end (a message of the user with all that came of it) stay as they are,
   * and nothing before them is protected for being new. Default: as the engine has it.
   */
  readonly keepLast?: number
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
      /** The text that stands for what was left out, where there is one. */
      readonly summary?: string
      /** One sentence for the user where something was not as it should be: no model answered, say. */
      readonly notice?: string
    }
  | { readonly status: 'skipped'; readonly reason: string; readonly state: JsonObject }
