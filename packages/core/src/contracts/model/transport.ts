import type { SessionId } from '../values/session-id.js'
import type { AssistantMessage } from './message.js'
import type { ModelRequest } from './model-request.js'
import type { SideCallWatch } from './side-call.js'
import type { FinishReason, Usage } from './usage.js'

/** The wire protocol of a provider. The four named ones ship with Hermes; an extension may add its own. */
export type ApiMode =
  | 'chat_completions'
  | 'codex_responses'
  | 'anthropic_messages'
  | 'bedrock_converse'
  | (string & Record<never, never>)

/**
 * One provider wire: converts a request, makes one model call and converts the answer.
 *
 * A transport is stateless and may be shared by any number of sessions. What a later request needs from an answer
 * (signatures, encrypted reasoning) travels in the message's `provider_data` under the transport's `id`.
 */
export interface Transport {
  /** Names the wire in events, errors and `provider_data`: `openai-chat`. */
  readonly id: string
  readonly apiMode: ApiMode
  /**
   * Makes one model call. Nothing is sent before the first event is requested.
   *
   * The implementor guarantees: deltas in the order of the answer; exactly one `finish`, as the last event, and only if
   * the provider said that the answer is complete; otherwise a thrown {@link TransportError} (a stream that ends early is
   * `protocol` or `network`, never a finish). All deltas belong to the answer that finishes; when a partial
   * answer is discarded for another one, a `restart` separates the two. Once `signal` is aborted it rejects with
   * `signal.reason`. Leaving the loop early closes the connection.
   *
   * @throws {TransportError}
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<TransportEvent>
}

export interface StreamOptions {
  readonly signal: AbortSignal
  /** The session that the call is counted for. Never sent. */
  readonly sessionId?: SessionId
  /** Who watches the attempts of a side task. Only the transports of side tasks call it. */
  readonly sideCalls?: SideCallWatch
  /** Called for a call, or an attempt, that the provider had worked on when it ended without a `finish`. */
  readonly onUnfinished?: (call: UnfinishedCall) => void
}

/** A model call that failed or was aborted while the provider worked on it, which is paid for, too. */
export interface UnfinishedCall {
  /** What the provider had counted: usually nothing, because most of them count at the end. */
  readonly usage: Usage
  /** What had arrived of the answer: its text, reasoning and arguments of calls. Absent if `usage` counts all of it. */
  readonly received?: string
  /** The model that was called, if it was not the requested one (a fallback). */
  readonly servedBy?: { readonly provider: string; readonly model: string }
}

export type TransportEvent =
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly text: string }
  /** For display only; `index` is the call's place in the answer. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly name?: string; readonly argumentsText: string }
  /** Something happened on the way to the answer (`retry`, `fallback`), for display. `code` is stable. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  /**
   * The answer was cut off and starts over: discard every delta of this call so far, including what was displayed. Sent only
   * by transports that were configured for readers that support it.
   */
  | { readonly type: 'restart' }
  /** The complete answer. The history is built from this event alone. */
  | {
      readonly type: 'finish'
      readonly message: AssistantMessage
      readonly reason: FinishReason
      readonly usage: Usage
      /** The model that answered, if it was not the requested one (a fallback). */
      readonly servedBy?: { readonly provider: string; readonly model: string }
    }
