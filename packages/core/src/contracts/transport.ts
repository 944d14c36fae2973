import type { AssistantMessage, Message, ProviderData } from './message.js'
import type { ToolDefinition } from './tool.js'

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
   * `protocol` or `network`, never a finish). Once `signal` is aborted it rejects with `signal.reason`. Leaving the loop
   * early closes the connection.
   *
   * @throws {TransportError}
   */
  stream(request: ModelRequest, options: { readonly signal: AbortSignal }): AsyncIterable<TransportEvent>
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
  /** The whole answer. History is built from this alone. */
  | {
      readonly type: 'finish'
      readonly message: AssistantMessage
      readonly reason: FinishReason
      readonly usage: Usage
    }

export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'other'

/** Tokens of one call or of several. The three input classes are disjoint: their sum is what the model read. */
export interface Usage {
  /** Input that came neither from the provider's cache nor was written to it. */
  readonly inputTokens: number
  /** Everything the model wrote, reasoning included. */
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** The part of `outputTokens` that was reasoning, as far as the provider tells. */
  readonly reasoningTokens: number
}

export const noUsage: Usage = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
})

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    reasoningTokens: left.reasoningTokens + right.reasoningTokens,
  }
}

/** All the tokens that the model read. */
export function promptTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}
