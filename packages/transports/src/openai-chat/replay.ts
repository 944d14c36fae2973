import type { JsonObject } from '@hermes/core'

/**
 * What a provider wants to see again of an answer: encrypted or signed reasoning, and what it attached to its calls.
 */
export interface ReplayState extends JsonObject {
  /** Scheme, host and port of the server. */
  readonly origin: string
  readonly model: string
  /** OpenRouter's form. */
  readonly reasoning_details?: readonly JsonObject[]
  /** DeepSeek, Kimi and Z.AI want the reasoning back that led to a tool call. */
  readonly reasoning_content?: string
  /** Gemini's thought signatures, by call id. */
  readonly extra_content?: Readonly<Record<string, JsonObject>>
}
