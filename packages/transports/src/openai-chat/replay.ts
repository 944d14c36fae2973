import type { JsonObject } from '@hermes/core'

/**
 * The parts of an answer that a provider expects back: encrypted or signed reasoning, and data attached to tool calls.
 */
export interface ReplayState extends JsonObject {
  /** Scheme, host and port of the server. */
  readonly origin: string
  readonly model: string
  /** OpenRouter's format. */
  readonly reasoning_details?: readonly JsonObject[]
  /** DeepSeek, Kimi and Z.AI expect the reasoning that led to a tool call. */
  readonly reasoning_content?: string
  /** Gemini's thought signatures, by call id. */
  readonly extra_content?: Readonly<Record<string, JsonObject>>
}
