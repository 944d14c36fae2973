import type { Message } from '../model/message.js'
import type { SideCallWatch } from '../model/side-call.js'
import type { Tool } from '../tools/tool.js'
import type { ContextSnapshot } from '../turn/context-snapshot.js'
import type { JsonObject } from '../values/json.js'

/**
 * Decides when a conversation has outgrown the model's context window, and what to keep.
 *
 * One engine serves any number of sessions. Whatever it remembers about a session is plain JSON in the snapshot's `state`,
 * which is stored with the session.
 */
export interface ContextEngine {
  readonly id: string
  /** Tools that the engine offers to the model, such as one that reads what was left out. Add them to the agent's tools. */
  readonly tools?: readonly Tool[]
  /**
   * Called before `shouldCompress` and `measure` for the same snapshot. May do work that is long at the first call for a conversation, such as counting its
   * tokens, in parts between which other work of the process runs. The answers of the other members must not depend on it. Rejects only with
   * `signal.reason`.
   */
  prepare?(context: ContextSnapshot, options: { readonly signal: AbortSignal }): Promise<void>
  /**
   * Called before each model call. Must be cheap, pure and synchronous.
   *
   * Guarantees: true for a conversation that exceeds the window, false for one that takes a small part of it, and false for what
   * `compress` returned; the answer depends on the snapshot alone.
   */
  shouldCompress(context: ContextSnapshot): boolean
  /** How close the next request is to a compression, for display. Must be cheap, pure and synchronous. */
  measure?(context: ContextSnapshot): ContextMeasure
  /**
   * Guarantees of a `compressed` outcome:
   *
   * - The messages are not empty, fewer tokens than before, and legal as `sanitizeTranscript` defines it: that function returns them
   *   as they are. Tool calls keep their results.
   * - The newest user message is among them, as the same object. Whatever else is kept verbatim is the same object too, in the order
   *   of the snapshot.
   * - `state` is plain JSON. Any state is accepted in a snapshot: `{}`, one of an earlier version, or of another engine.
   *
   * With `force`, a conversation that exceeds the window is compressed, whatever the engine's cooldowns say. The outcome is `skipped`,
   * with a sentence that says why, where nothing can be left out. The snapshot is never mutated, and calls for several sessions at
   * the same time do not affect each other.
   *
   * Rejects only with `signal.reason`, once `signal` is aborted, or when the engine cannot continue; the session is then unchanged.
   */
  compress(context: ContextSnapshot, options: CompressOptions): Promise<Compression>
}

/** In tokens, as close to the provider's count as the engine can estimate. */
export interface ContextMeasure {
  /** The next request. */
  readonly tokens: number
  /** The size at which the conversation is compressed. */
  readonly trigger: number
}

export interface CompressOptions {
  readonly signal: AbortSignal
  /** A topic that the user asked to keep in detail. */
  readonly focusTopic?: string
  /**
   * How many exchanges at the end to keep verbatim (an exchange is a user message and everything up to the next one). Nothing
   * before them is protected for being recent. Default: the engine's own rule.
   */
  readonly keepLast?: number
  /** Requested by the user or forced by the provider: ignores the engine's cooldowns. */
  readonly force?: boolean
  /** Who watches the calls of models for the summary: pass it to them as `StreamOptions.sideCalls`. Default: nobody. */
  readonly sideCalls?: SideCallWatch
}

export type Compression =
  | {
      readonly status: 'compressed'
      readonly messages: readonly Message[]
      readonly state: JsonObject
      readonly tokensBefore: number
      readonly tokensAfter: number
      /** The text that replaces what was left out, if any. */
      readonly summary?: string
      /** One sentence for the user when something went wrong on the way, such as a summary model that did not answer. */
      readonly notice?: string
    }
  | { readonly status: 'skipped'; readonly reason: string; readonly state: JsonObject }
