import type { AssistantMessage, JsonObject } from '@hermes/core'

/**
 * What a provider wants to see again of an answer: encrypted or signed reasoning, and what it attached to its calls. It
 * goes back only to the server and the model that wrote it; to others it would be an unknown blob.
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

/** The state that `message` carries for this server and model, if any. */
export function replayStateFor(
  message: AssistantMessage,
  target: { readonly id: string; readonly origin: string; readonly model: string },
): JsonObject | undefined {
  const state = message.provider_data?.[target.id]
  return state?.origin === target.origin && state.model === target.model ? state : undefined
}
