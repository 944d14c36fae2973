import type { Message } from '../model/message.js'
import type { SideCallWatch } from '../model/side-call.js'
import type { Tool } from '../tools/tool.js'
import type { ContextSnapshot } from '../turn/context-snapshot.js'
import type { JsonObject } from '../values/json.js'

/**
 * Decides when a conversation has outgrown the model's context window, and what to keep.
 *
 * One engine serves any number of sessions. Whatever it remembers about a session is plain JSON in the snapshot's `state`,
 * and is stored with the session.
 */
export interface ContextEngine {
  readonly id: string
  /** Tools that the engine offers to the model, for example one that reads what was left out. Add them to the agent's tools. */
  readonly tools?: readonly Tool[]
  /**
   * Called before `shouldCompress` and `measure` for the same snapshot. At the first call for a conversation, it may do long work, for example count its
   * tokens, in parts that let other work of the process run in between. The results of the other members must not depend on it. Rejects only with
   * `signal.reason`.
   */
  prepare?(context: ContextSnapshot, options: { readonly signal: AbortSignal }): Promise<void>
  /**
   * Called before each model call. Must be cheap, pure and synchronous.
   *
   * Guarantees:
   *
   * - It returns true for a conversation that exceeds the window, and false for one that takes a small part of it.
   * - It returns false for what `compress` returned.
   * - The result depends on the snapshot alone.
   */
  shouldCompress(context: ContextSnapshot): boolean
  /** How close the next request is to a compression, for display. Must be cheap, pure and synchronous. */
  measure?(context: ContextSnapshot): ContextMeasure
  /**
   * Guarantees of a `compressed` outcome:
   *
   * - The messages are not empty, have fewer tokens than before, and are valid as `sanitizeTranscript` defines it: that function returns
   *   them unchanged. Tool calls keep their results.
   * - The newest user message is among them, as the same object. Every other message that is kept verbatim is the same object too, in
   *   the order of the snapshot.
   * - `state` is plain JSON. The engine accepts any state in a snapshot: `{}`, the state of an earlier version, or of another engine.
   *
   * With `force`, the engine compresses a conversation that exceeds the window even during a cooldown. If nothing can be left out, the
   * outcome is `skipped`, with a sentence that says why. The engine never mutates the snapshot, and concurrent calls for several sessions
   * do not affect each other.
   *
   * Rejects only with `signal.reason` once `signal` is aborted, or when the engine cannot continue. The session is then unchanged.
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
   * How many exchanges at the end to keep verbatim. An exchange is a user message and everything up to the next one. Nothing
   * before these exchanges is protected as recent. Default: the engine's own rule.
   */
  readonly keepLast?: number
  /** Requested by the user or forced by the provider: ignores the engine's cooldowns. */
  readonly force?: boolean
  /** Watches the model calls for the summary: pass it to them as `StreamOptions.sideCalls`. Default: nobody watches. */
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
      /** One sentence for the user if something went wrong on the way, for example if the summary model did not answer. */
      readonly notice?: string
    }
  | { readonly status: 'skipped'; readonly reason: string; readonly state: JsonObject }
