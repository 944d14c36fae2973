import type { JsonObject } from '@hermes/core'

/**
 * The parts of an answer that a provider expects back: encrypted or signed reasoning, and data attached to tool calls.
 */
export interface ReplayState extends JsonObject {
  /** Scheme, host and port of the server. */
  readonly origin: string
  readonly model: string
  /** Reasoning in OpenRouter's format. */
  readonly reasoning_details?: readonly JsonObject[]
  /** Reasoning that led to a tool call, as expected back by DeepSeek, Kimi and Z.AI. */
  readonly reasoning_content?: string
  /** Gemini's thought signatures, by call id. */
  readonly extra_content?: Readonly<Record<string, JsonObject>>
}
