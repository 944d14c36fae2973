import type { SessionId } from '../values/session-id.js'
import type { AssistantMessage } from './message.js'
import type { ModelRequest } from './model-request.js'
import type { SideCallWatch } from './side-call.js'
import type { FinishReason, Usage } from './usage.js'

/** The wire protocol of a provider. Hermes ships the four named protocols, and an extension may add its own. */
export type ApiMode =
  | 'chat_completions'
  | 'codex_responses'
  | 'anthropic_messages'
  | 'bedrock_converse'
  | (string & Record<never, never>)

/**
 * One provider wire: converts a request, makes one model call and converts the answer.
 *
 * A transport is stateless, and any number of sessions may share it. What a later request needs from an answer
 * (signatures, encrypted reasoning) travels in the message's `provider_data`, under the transport's `id`.
 */
export interface Transport {
  /** Names the wire in events, errors and `provider_data`: `openai-chat`. */
  readonly id: string
  readonly apiMode: ApiMode
  /**
   * Makes one model call. The transport sends nothing before the caller requests the first event.
   *
   * Every implementation guarantees:
   * - Deltas arrive in the order of the answer.
   * - The last event is the only `finish`, and it comes only if the provider said that the answer is complete. Otherwise the
   *   stream throws a {@link TransportError}: a stream that ends early is `protocol` or `network`, never a finish.
   * - All deltas belong to the answer that finishes. When the transport discards a partial answer for another one, a `restart`
   *   separates the two.
   * - Once `signal` is aborted, the stream rejects with `signal.reason`.
   * - Leaving the loop early closes the connection.
   *
   * @throws {TransportError}
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<TransportEvent>
}

export interface StreamOptions {
  readonly signal: AbortSignal
  /** The session that the call counts toward. Never sent. */
  readonly sessionId?: SessionId
  /** Watches the attempts of a side task. Only the transports of side tasks call it. */
  readonly sideCalls?: SideCallWatch
  /** Called when a call or an attempt ends without a `finish` after the provider has worked on it. */
  readonly onUnfinished?: (call: UnfinishedCall) => void
}

/** A model call that failed or was aborted while the provider worked on it. The user pays for it, too. */
export interface UnfinishedCall {
  /** What the provider had counted. Usually nothing, because most providers count at the end. */
  readonly usage: Usage
  /** The part of the answer that had arrived: text, reasoning and arguments of calls. Absent if `usage` counts all of it. */
  readonly received?: string
  /** The model that was called, if it was not the requested one (a fallback). */
  readonly servedBy?: { readonly provider: string; readonly model: string }
}

export type TransportEvent =
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly text: string }
  /** For display only; `index` is the call's place in the answer. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly name?: string; readonly argumentsText: string }
  /**
   * Something happened on the way to the answer (`retry`, `fallback`), for display. `code` is stable. `continuesWith` is the name of the model that is
   * asked next, of a `fallback`.
   */
  | { readonly type: 'notice'; readonly code: string; readonly text: string; readonly continuesWith?: string }
  /**
   * The answer was cut off and starts over. Discard every delta of this call so far, including what was displayed. Only transports that
   * are configured for readers with support for it send this event.
   */
  | { readonly type: 'restart' }
  /** The complete answer. The loop builds the history from this event alone. */
  | {
      readonly type: 'finish'
      readonly message: AssistantMessage
      readonly reason: FinishReason
      readonly usage: Usage
      /** The model that answered, if it was not the requested one (a fallback). */
      readonly servedBy?: { readonly provider: string; readonly model: string }
    }
