import type { AssistantMessage, Message, ProviderData } from './message.js'
import type { SessionId } from './session-id.js'
import type { ToolDefinition } from './tool-definition.js'
import type { FinishReason, Usage } from './usage.js'

/** How a provider is spoken to. The four named ones ship with Hermes; an extension may add its own. */
export type ApiMode =
  | 'chat_completions'
  | 'codex_responses'
  | 'anthropic_messages'
  | 'bedrock_converse'
  | (string & Record<never, never>)

/**
 * One provider wire: converts a request, makes one model call, converts the answer.
 *
 * A transport keeps no conversation and may be shared by any number of sessions. What it has to remember of an answer
 * for a later request (signatures, encrypted reasoning) travels in the message's `provider_data` under its `id`.
 */
export interface Transport {
  /** Names the wire in events, errors and `provider_data`: `openai-chat`. */
  readonly id: string
  readonly apiMode: ApiMode
  /**
   * Makes one model call. Nothing is sent before the first event is asked for.
   *
   * The implementor guarantees: deltas in the order of the answer; exactly one `finish`, as the last event, and only if
   * the provider said that the answer is complete; otherwise a thrown {@link TransportError} (a stream that ends early is
   * `protocol` or `network`, never a finish). All deltas belong to the one answer that finishes; where an answer that was
   * begun is given up for another, a `restart` comes between the two. Once `signal` is aborted it rejects with
   * `signal.reason`. Leaving the loop early closes the connection.
   *
   * @throws {TransportError}
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<TransportEvent>
}

export interface StreamOptions {
  readonly signal: AbortSignal
  /** Whose call it is, for those who count calls. Never sent. */
  readonly sessionId?: SessionId
}

export interface ModelRequest {
  readonly model: string
  /** Byte-stable for a whole session: the prompt cache depends on it. */
  readonly system: string
  /** The history without system messages, legal in the sense of `sanitizeTranscript`. */
  readonly messages: readonly Message[]
  /** Byte-stable for a whole session, like `system`. */
  readonly tools: readonly ToolDefinition[]
  readonly maxOutputTokens?: number
  readonly reasoning?: ReasoningEffort
  /** Settings for one transport, by its id. */
  readonly providerOptions?: ProviderData
}

/** Clamped by the transport to what the model knows. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

export type TransportEvent =
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly text: string }
  /** For display only; `index` is the call's place in the answer. */
  | { readonly type: 'tool-call-delta'; readonly index: number; readonly name?: string; readonly argumentsText: string }
  /** For people: something happened on the way to the answer (`retry`, `fallback`). `code` is stable. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  /**
   * The answer broke off and begins anew: every delta of this call so far is void, and whoever has shown them takes them
   * back. Sent only by transports that were told that their readers know it.
   */
  | { readonly type: 'restart' }
  /** The whole answer. History is built from this alone. */
  | {
      readonly type: 'finish'
      readonly message: AssistantMessage
      readonly reason: FinishReason
      readonly usage: Usage
      /** Who answered, where that was not the model that was asked: a fallback. */
      readonly servedBy?: { readonly provider: string; readonly model: string }
    }
